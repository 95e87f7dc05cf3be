// Copyright (c) 2026 Exemplar contributors. MIT licence.

int main()
{
	return 0;
}
