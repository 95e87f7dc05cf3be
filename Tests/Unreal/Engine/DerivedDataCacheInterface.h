// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Containers/StringView.h"

/** What was computed once, for whoever asks again. Any thread. */
class HOST_API FDerivedDataCacheInterface
{
public:
	/** Of letters, digits and underscores. */
	static FString BuildCacheKey(
		const TCHAR* PluginName, const TCHAR* VersionString, const TCHAR* PluginSpecificCacheKeySuffix);
	bool GetSynchronous(const TCHAR* CacheKey, TArray<uint8>& OutData, FStringView DebugContext);
	void Put(
		const TCHAR* CacheKey, TArrayView64<const uint8> Data, FStringView DataContext, bool bPutEvenIfExists = false);

	/** How often something was found, and not. */
	std::atomic<int32> HostHits{0}, HostMisses{0};

private:
	std::mutex Mutex;
	std::map<std::u16string, std::vector<uint8>> Entries;
};
