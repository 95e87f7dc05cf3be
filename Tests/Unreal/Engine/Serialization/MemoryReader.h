// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Serialization/Archive.h"

class HOST_API FMemoryReader : public FArchive
{
public:
	explicit FMemoryReader(const TArray<uint8>& InBytes, bool bInPersistent = false)
		: FArchive(true, bInPersistent)
		, Bytes(InBytes)
	{
	}
	void Serialize(void* Data, int64 Length) override;
	int64 Tell() override { return Offset; }
	int64 TotalSize() override { return Bytes.Num(); }
	void Seek(int64 Position) override { Offset = Position; }

private:
	const TArray<uint8>& Bytes;
	int64 Offset = 0;
};
