// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

enum class EDataValidationResult : uint8
{
	Invalid,
	Valid,
	NotValidated
};

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
/** The package of that name, which is made if there is none. */
HOST_API UPackage* CreatePackage(const TCHAR* PackageName);

HOST_API UObject* HostFindObject(UClass* Class, UObject* Outer, const TCHAR* Name);
/** Of what is in memory: the object of that name in Outer, or without one of that path. */
template <typename T>
T* FindObject(UObject* Outer, const TCHAR* Name)
{
	return static_cast<T*>(HostFindObject(T::StaticClass(), Outer, Name));
}
/** The host has no packages on disk: what is not in memory is not there. */
template <typename T>
T* LoadObject(UObject* Outer, const TCHAR* Name)
{
	return FindObject<T>(Outer, Name);
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
