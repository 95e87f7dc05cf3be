// Copyright (c) 2026 Exemplar contributors. MIT license.

// What must not link with the module's library: it hides what it does not export; see negative.py.
#include "ExemplarCharacterData.h"
#include "ExemplarMeshComponent.h"

// SOUND
int main()
{
	static_cast<UExemplarMeshComponent*>(nullptr)->SetOperator(EExemplarOperator::Twist);
}
// END

// WRONG a function of a class without EXEMPLARRUNTIME_API | undefined reference to `FExemplarCharacterData::GetGpuBytes
int main()
{
	static_cast<const FExemplarCharacterData*>(nullptr)->GetGpuBytes();
}
// END
