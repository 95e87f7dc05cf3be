// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

HOST_API UObject* GetTransientPackage();

template <typename T>
T* NewObject(UObject* Outer = GetTransientPackage(), FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags)
{
	return static_cast<T*>(UObject::HostNew(T::StaticClass(), Outer, Name, Flags));
}
template <typename T>
T* Cast(UObject* Object)
{
	return Object && Object->IsA(T::StaticClass()) ? static_cast<T*>(Object) : nullptr;
}
template <typename T>
const T* GetDefault()
{
	return static_cast<const T*>(T::StaticClass()->GetDefaultObject());
}
inline bool IsValid(const UObject* Object)
{
	return Object != nullptr;
}
