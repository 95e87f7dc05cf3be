// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the header tool must refuse; see negative.py.
#pragma once

#include "CoreMinimal.h"
// SOUND
#include "Example.generated.h"
UENUM(BlueprintType)
enum class EExample : uint8
{
	One
};
USTRUCT(BlueprintType)
struct FExample
{
	GENERATED_BODY()
	UPROPERTY(EditAnywhere, Category = "Example")
	int32 Number = 0;
};
UCLASS(BlueprintType)
class UExample : public UObject
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Example")
	TArray<FExample> Examples;
	UFUNCTION(BlueprintCallable, Category = "Example")
	void Do(const TArray<FName>& Names);
};
// END

// WRONG the generated header is not the last include | the last include has to be
#include "Example.generated.h"
#include "UObject/Object.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
};
// END

// WRONG no generated header | the last include has to be
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
};
// END

// WRONG a class without U | begins with U or A
#include "Example.generated.h"
UCLASS()
class Example : public UObject
{
	GENERATED_BODY()
};
// END

// WRONG no GENERATED_BODY | has to begin with GENERATED_BODY()
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	int32 Number;
};
// END

// WRONG a visible property without a category | needs a Category
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
public:
	UPROPERTY(EditAnywhere)
	int32 Number;
};
// END

// WRONG a raw pointer | TObjectPtr holds objects
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
	UPROPERTY()
	UObject* Object;
};
// END

// WRONG a specifier that is none | no specifier EditEverywhere
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
	UPROPERTY(EditEverywhere, Category = "Example")
	int32 Number;
};
// END

// WRONG a property inside WITH_EDITOR | inside #if WITH_EDITOR
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
#if WITH_EDITOR
	UPROPERTY()
	int32 Number;
#endif
};
// END

// WRONG Blueprint reads a private member | cannot see a private member
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
	UPROPERTY(BlueprintReadOnly, Category = "Example")
	int32 Number;
};
// END

// WRONG an enum for Blueprint that is not of bytes | enum class of uint8
#include "Example.generated.h"
UENUM(BlueprintType)
enum class EExample : uint32
{
	One
};
// END

// WRONG a type that cannot be reflected | cannot be reflected
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
	UPROPERTY()
	std::vector<int> Numbers;
};
// END

// WRONG a function with an argument that Blueprint does not know | does not know the type
#include "Example.generated.h"
UCLASS()
class UExample : public UObject
{
	GENERATED_BODY()
public:
	UFUNCTION(BlueprintCallable, Category = "Example")
	void Do(size_t Count);
};
// END
