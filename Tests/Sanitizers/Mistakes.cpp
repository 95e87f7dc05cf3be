// Copyright (c) 2026 Exemplar contributors. MIT license.

#include <cstdio>
#include <limits>
#include <string_view>
#include <thread>
#include <vector>

namespace
{

/** Read where the compiler cannot see it coming. */
volatile int Unknown = 4;

int ReadBeyondTheEnd()
{
	const std::vector<int> Four(4, 1);
	return Four.data()[Unknown];
}

int OverflowSigned()
{
	return std::numeric_limits<int>::max() - 3 + Unknown;
}

int LoseMemory()
{
	int* volatile Lost = new int[100];
	Lost[0] = Unknown;
	Lost = nullptr;
	return 0;
}

int WriteFromTwoThreads()
{
	int Shared = 0;
	std::thread Other([&Shared] { Shared += Unknown; });
	Shared += Unknown;
	Other.join();
	return Shared;
}

} // namespace

/** Mistakes that a sanitizer has to report: CMakeLists.txt says which in which preset, and in what words. */
int main(int Count, char** Words)
{
	const std::string_view Mistake = Count > 1 ? Words[1] : "";
	const int Result = Mistake == "address" ? ReadBeyondTheEnd()
		: Mistake == "undefined"            ? OverflowSigned()
		: Mistake == "leak"                 ? LoseMemory()
		: Mistake == "thread"               ? WriteFromTwoThreads()
											: -1;
	std::printf("%s gives %d\n", Words[Count - 1], Result);
	return 0;
}
