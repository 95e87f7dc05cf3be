// Copyright (c) 2026 Exemplar contributors. MIT license.

/** Must not compile: a name in a function hides a parameter, which is a warning, and warnings are errors. */
int Shadowed(int Value)
{
	for (int Step = 0; Step < 3; ++Step)
	{
		const int Value = Step;
		if (Value == 2)
		{
			return Value;
		}
	}
	return Value;
}
