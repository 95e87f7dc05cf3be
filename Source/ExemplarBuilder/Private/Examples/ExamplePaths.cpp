// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExamplePaths.h"

#include "Base/File.h"
#include "Examples/TextScanner.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

char LowerCaseLetter(char C)
{
	return C >= 'A' && C <= 'Z' ? static_cast<char>(C - 'A' + 'a') : C;
}

bool IsDigit(char C)
{
	return C >= '0' && C <= '9';
}

bool HasReader(const std::filesystem::path& File, const FImportOptions& Options)
{
	const std::string Extension = LowerCaseExtension(File);
	const EFileKind Kind = KindOfFile(File);
	return Kind == EFileKind::Mesh || Kind == EFileKind::PointCache ||
		std::any_of(Options.Readers.begin(), Options.Readers.end(),
			[&](const FExampleReader& Reader) {
				return std::find(Reader.Extensions.begin(), Reader.Extensions.end(), Extension) !=
					Reader.Extensions.end();
			});
}

/** The supported files of a folder whose names match, in natural order. */
TResult<std::vector<std::filesystem::path>> ListExampleFolder(
	const std::filesystem::path& Folder, std::string_view Pattern, const FImportOptions& Options)
{
	std::vector<std::pair<std::string, std::filesystem::path>> Named;
	std::error_code Failure;
	std::filesystem::directory_iterator Entry(Folder, Failure);
	for (; !Failure && Entry != std::filesystem::directory_iterator(); Entry.increment(Failure))
	{
		std::error_code Ignored;
		const std::filesystem::path& File = Entry->path();
		std::string Name = PathToText(File.filename());
		if (MatchesGlob(Pattern, Name) && !Name.starts_with('.') && Entry->is_regular_file(Ignored) &&
			HasReader(File, Options))
		{
			Named.emplace_back(std::move(Name), File);
		}
	}
	if (Failure)
	{
		return FileError(EErrorCode::Unreadable, PathToText(Folder),
			"the folder cannot be listed (" + Failure.message() + "). Check its permissions");
	}
	std::sort(Named.begin(), Named.end(), [](const auto& A, const auto& B) { return NaturalLess(A.first, B.first); });
	std::vector<std::filesystem::path> Files;
	for (auto& [Name, File] : Named)
	{
		Files.push_back(std::move(File));
	}
	return Files;
}

} // namespace

std::string LowerCaseText(std::string_view Text)
{
	std::string Out(Text);
	std::transform(Out.begin(), Out.end(), Out.begin(), LowerCaseLetter);
	return Out;
}

std::string LowerCaseExtension(const std::filesystem::path& File)
{
	return LowerCaseText(PathToText(File.extension()));
}

bool NaturalLess(std::string_view A, std::string_view B)
{
	size_t I = 0, J = 0;
	while (I < A.size() && J < B.size())
	{
		if (!IsDigit(A[I]) || !IsDigit(B[J]))
		{
			const char X = LowerCaseLetter(A[I++]), Y = LowerCaseLetter(B[J++]);
			if (X != Y)
			{
				return static_cast<unsigned char>(X) < static_cast<unsigned char>(Y);
			}
			continue;
		}
		// Two numbers of any length: without leading zeros the longer one is larger.
		const auto TakeNumber = [](std::string_view Text, size_t& At)
		{
			while (At < Text.size() && Text[At] == '0')
			{
				++At;
			}
			const size_t Begin = At;
			while (At < Text.size() && IsDigit(Text[At]))
			{
				++At;
			}
			return Text.substr(Begin, At - Begin);
		};
		const std::string_view X = TakeNumber(A, I), Y = TakeNumber(B, J);
		if (X != Y)
		{
			return X.size() != Y.size() ? X.size() < Y.size() : X < Y;
		}
	}
	if ((I < A.size()) != (J < B.size()))
	{
		return J < B.size();
	}
	return A < B;
}

bool MatchesGlob(std::string_view Pattern, std::string_view Name)
{
	size_t P = 0, N = 0, Star = std::string_view::npos, Retry = 0;
	const auto NextCharacter = [&](size_t At)
	{
		do
		{
			++At;
		} while (At < Name.size() && (static_cast<unsigned char>(Name[At]) & 0xc0) == 0x80);
		return At;
	};
	while (N < Name.size())
	{
		if (P < Pattern.size() && Pattern[P] == '*')
		{
			Star = P++;
			Retry = N;
		}
		else if (P < Pattern.size() && Pattern[P] == '?')
		{
			++P;
			N = NextCharacter(N);
		}
		else if (P < Pattern.size() && Pattern[P] == Name[N])
		{
			++P;
			++N;
		}
		else if (Star != std::string_view::npos)
		{
			// Let the star match one more character.
			P = Star + 1;
			N = Retry = NextCharacter(Retry);
		}
		else
		{
			return false;
		}
	}
	return Pattern.find_first_not_of('*', P) == std::string_view::npos;
}

TResult<std::vector<std::filesystem::path>> ExpandExamplePaths(
	std::span<const std::filesystem::path> Paths, const FImportOptions& Options)
{
	std::vector<std::filesystem::path> Files;
	for (const std::filesystem::path& Path : Paths)
	{
		std::error_code Ignored;
		const std::string Pattern = PathToText(Path.filename());
		const bool bFolder = std::filesystem::is_directory(Path, Ignored);
		const bool bGlob =
			!bFolder && Pattern.find_first_of("*?") != std::string::npos && !std::filesystem::exists(Path, Ignored);
		if (!bFolder && !bGlob)
		{
			Files.push_back(Path);
			continue;
		}
		const std::filesystem::path Parent = Path.has_parent_path() ? Path.parent_path() : std::filesystem::path(".");
		const TResult<std::vector<std::filesystem::path>> Found =
			bFolder ? ListExampleFolder(Path, "*", Options) : ListExampleFolder(Parent, Pattern, Options);
		if (!Found)
		{
			return Found.GetError();
		}
		if (Found->empty())
		{
			return FileError(EErrorCode::NotFound, PathToText(Path),
				bFolder ? "the folder contains no meshes or point caches. Give the folder that contains them"
						: "no mesh or point cache matches. Check the folder and the pattern");
		}
		Files.insert(Files.end(), Found->begin(), Found->end());
	}
	if (Files.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"No example files were given. Give a mesh and a point cache, a folder, or a pattern such as poses/*.obj."};
	}
	return Files;
}

} // namespace Exemplar
