// Copyright (c) 2026 Exemplar contributors. MIT license.
// Sample: opens a character file in place and prints what is in it.
//   sample-read-character IN.exemplar

#include "Base/CharacterFile.h"
#include "Character/Character.h"

#include <cstdio>

using namespace Exemplar;

int main(int Count, char** Arguments)
{
	if (Count != 2)
	{
		std::fprintf(stderr, "usage: sample-read-character IN.exemplar\n");
		return 2;
	}
	// Load checks the whole file, and then reads it in place: the view below points into the file's bytes.
	const TResult<FCharacter> Character = LoadCharacter(Arguments[1]);
	if (!Character)
	{
		std::fprintf(stderr, "%s\n", Character.GetError().Message.c_str());
		return 1;
	}
	const FCharacterView& View = Character->View();
	std::printf("%.*s: %zu joints, %zu materials\n", static_cast<int>(View.Name.size()), View.Name.data(),
		View.Skeleton.JointCount(), View.Materials.size());
	for (size_t Joint = 0; Joint < View.Skeleton.JointCount(); ++Joint)
	{
		const std::string_view Name = View.Skeleton.Names[Joint];
		std::printf("  joint %zu: %.*s, parent %d\n", Joint, static_cast<int>(Name.size()), Name.data(),
			View.Skeleton.Parents[Joint]);
	}
	for (size_t Level = 0; Level < View.Levels.size(); ++Level)
	{
		const FMeshLevelView& Mesh = View.Levels[Level];
		std::printf("  level %zu: %zu triangles, %zu vertices, surface error %.2f mm\n", Level, Mesh.Indices.size() / 3,
			Mesh.VertexCount(), 1000.0 * static_cast<double>(Mesh.SurfaceError));
	}
	for (const FClipView& Clip : View.Clips)
	{
		std::printf("  clip %.*s: %u frames at %g per second\n", static_cast<int>(Clip.Name.size()), Clip.Name.data(),
			Clip.FrameCount, static_cast<double>(Clip.FramesPerSecond));
	}
	return 0;
}
