// Copyright (c) 2026 Exemplar contributors. MIT license.

// What must not link with the module's library: it hides what it does not export; see negative.py.
#include "ExemplarMeshComponent.h"
#include "ExemplarMeshPose.h"

// SOUND
int main()
{
	static_cast<UExemplarMeshComponent*>(nullptr)->SetOperator(EExemplarOperator::Twist);
}
// END

// WRONG a function of a class without EXEMPLARRUNTIME_API | undefined reference to `FExemplarMeshPose::ChooseOperator
int main()
{
	FExemplarMeshPose::ChooseOperator(*static_cast<const Exemplar::FCharacter*>(nullptr), 0);
}
// END
