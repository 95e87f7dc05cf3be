// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/FbxScene.h"
#include "Files/SceneCurves.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

bool HasKeys(const ufbx_anim_prop& Property)
{
	return std::any_of(std::begin(Property.anim_value->curves), std::end(Property.anim_value->curves),
		[](const ufbx_anim_curve* Curve) { return Curve && Curve->keyframes.count > 0; });
}

} // namespace

bool IsFbxNumber(const ufbx_anim_prop& Property)
{
	if (Property.element->type == UFBX_ELEMENT_BLEND_CHANNEL)
	{
		return FromFbx(Property.prop_name) == "DeformPercent";
	}
	const ufbx_prop* const Found =
		ufbx_find_prop_len(&Property.element->props, Property.prop_name.data, Property.prop_name.length);
	return Found && (Found->flags & UFBX_PROP_FLAG_USER_DEFINED) != 0 &&
		(Found->type == UFBX_PROP_BOOLEAN || Found->type == UFBX_PROP_INTEGER || Found->type == UFBX_PROP_NUMBER);
}

std::vector<FFbxScalar> ListFbxScalars(const ufbx_scene& File, std::vector<std::string>& Names)
{
	std::vector<FFbxScalar> Out;
	std::set<std::string> Taken;
	std::set<std::pair<uint32_t, std::string>> Listed;
	for (const ufbx_anim_stack* Stack : File.anim_stacks)
	{
		for (const ufbx_anim_layer* Layer : Stack->layers)
		{
			for (const ufbx_anim_prop& Property : Layer->anim_props)
			{
				const std::string Name = FromFbx(Property.prop_name);
				const uint32_t Element = Property.element->element_id;
				if (!HasKeys(Property) || !IsFbxNumber(Property) || !Listed.emplace(Element, Name).second)
				{
					continue;
				}
				const bool bChannel = Property.element->type == UFBX_ELEMENT_BLEND_CHANNEL;
				const std::string Owner = FromFbx(Property.element->name);
				Out.push_back({Element, Name, bChannel});
				Names.push_back(TakeName(Taken, bChannel ? Owner : Name, bChannel ? "" : Owner));
			}
		}
	}
	return Out;
}

void ListUnusedOfAnimations(const ufbx_scene& File, std::vector<std::string>& Unused)
{
	std::set<std::string> Names;
	for (const ufbx_anim_stack* Stack : File.anim_stacks)
	{
		for (const ufbx_anim_layer* Layer : Stack->layers)
		{
			for (const ufbx_anim_prop& Property : Layer->anim_props)
			{
				const std::string Name = FromFbx(Property.prop_name);
				const bool bMoves = Property.element->type == UFBX_ELEMENT_NODE &&
					(Name == UFBX_Lcl_Translation || Name == UFBX_Lcl_Rotation || Name == UFBX_Lcl_Scaling);
				if (HasKeys(Property) && !bMoves && !IsFbxNumber(Property) &&
					Property.element->type != UFBX_ELEMENT_ANIM_LAYER)
				{
					Names.insert("'" + FromFbx(Property.element->name) + "." + Name + "'");
				}
			}
		}
	}
	constexpr size_t Most = 4;
	std::string List;
	size_t Count = 0;
	for (const std::string& Name : Names)
	{
		List += Count < Most ? (Count == 0 ? "" : ", ") + Name : "";
		++Count;
	}
	if (Count > 0)
	{
		Unused.push_back("Animated properties that are neither transforms, shapes nor custom numbers (" + List +
			(Count > Most ? " and " + std::to_string(Count - Most) + " more)." : ")."));
	}
}

} // namespace Exemplar
