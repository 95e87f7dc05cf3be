// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/SceneRig.h"

#include "Files/Failure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace Exemplar
{
namespace
{

/** Whether matrices differ only by rounding: 1e-4 of the larger one's size, which exporters lose in single precision.
 */
bool NearlyEqual(const FAffine3d& A, const FAffine3d& B)
{
	double Size = 0.0, Difference = 0.0;
	for (size_t I = 0; I < 12; ++I)
	{
		Size = (std::max)({Size, std::abs(A.M[I]), std::abs(B.M[I])});
		Difference = (std::max)(Difference, std::abs(A.M[I] - B.M[I]));
	}
	return Difference <= 1e-4 * Size;
}

std::vector<char> FindMovingNodes(const FScene& Scene)
{
	std::vector<char> Moving(Scene.Nodes.size());
	for (const FSceneAnimation& Animation : Scene.Animations)
	{
		for (const int32_t Node : Animation.Span ? Animation.Span->MovingNodes : std::vector<int32_t>())
		{
			Moving[static_cast<size_t>(Node)] = true;
		}
	}
	return Moving;
}

/** The nearest marked node from Node upward, or NoParent. */
int32_t FindMarked(const FScene& Scene, int32_t Node, const std::vector<char>& Marks)
{
	while (Node != NoParent && !Marks[static_cast<size_t>(Node)])
	{
		Node = Scene.Nodes[static_cast<size_t>(Node)].Parent;
	}
	return Node;
}

/** The product of local transforms from below Ancestor (NoParent: from the top) down to Node. */
FAffine3d ChainBelow(const FScene& Scene, const FScenePose& Pose, int32_t Ancestor, int32_t Node)
{
	FAffine3d Chain;
	for (; Node != Ancestor && Node != NoParent; Node = Scene.Nodes[static_cast<size_t>(Node)].Parent)
	{
		Chain = Compose(Pose.Local[static_cast<size_t>(Node)], Chain);
	}
	return Chain;
}

/** Marks the joints of skins in use, the nodes that carry other instances, and every moving node above those. */
std::vector<char> MarkRigNodes(const FScene& Scene)
{
	const std::vector<char> Moving = FindMovingNodes(Scene);
	std::vector<char> Joints(Scene.Nodes.size()), Marks(Scene.Nodes.size());
	bool bAnyMotion = false;
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		if (Instance.Skin >= 0)
		{
			for (const int32_t Joint : Scene.Skins[static_cast<size_t>(Instance.Skin)].Joints)
			{
				Joints[static_cast<size_t>(Joint)] = true;
			}
		}
		bAnyMotion |= Instance.Skin >= 0 || FindMarked(Scene, Instance.Node, Moving) != NoParent;
	}
	if (Scene.Instances.empty()) // a motion alone
	{
		for (size_t Node = 0; Node < Marks.size(); ++Node)
		{
			Marks[Node] = FindMarked(Scene, static_cast<int32_t>(Node), Moving) != NoParent;
		}
		return Marks;
	}
	if (!bAnyMotion)
	{
		return Marks;
	}
	std::vector<char> Carriers(Scene.Nodes.size());
	for (size_t Node = 0; Node < Carriers.size(); ++Node)
	{
		Carriers[Node] = Joints[Node] | Moving[Node];
	}
	Marks = Joints;
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		if (Instance.Skin < 0)
		{
			const int32_t Carrier = FindMarked(Scene, Instance.Node, Carriers);
			Marks[static_cast<size_t>(Carrier == NoParent ? Instance.Node : Carrier)] = true;
		}
	}
	std::vector<char> Visited(Scene.Nodes.size());
	for (size_t Start = 0; Start < Marks.size(); ++Start)
	{
		for (int32_t Node = Marks[Start] ? static_cast<int32_t>(Start) : NoParent;
			 Node != NoParent && !Visited[static_cast<size_t>(Node)];
			 Node = Scene.Nodes[static_cast<size_t>(Node)].Parent)
		{
			Visited[static_cast<size_t>(Node)] = true;
			Marks[static_cast<size_t>(Node)] |= Moving[static_cast<size_t>(Node)];
		}
	}
	return Marks;
}

/** The transform from a skin's bind space to the world, given by its topmost joint in the file's pose. */
FAffine3d FindSkinToWorld(const FSceneSkin& Skin, std::span<const size_t> Rank, const FScenePose& RestPose)
{
	size_t Top = 0;
	for (size_t Joint = 1; Joint < Skin.Joints.size(); ++Joint)
	{
		if (Rank[static_cast<size_t>(Skin.Joints[Joint])] < Rank[static_cast<size_t>(Skin.Joints[Top])])
		{
			Top = Joint;
		}
	}
	return Compose(RestPose.World[static_cast<size_t>(Skin.Joints[Top])], Skin.InverseBind[Top]);
}

std::string UniqueName(std::set<std::string>& Taken, std::string Name, size_t Joint)
{
	if (Name.empty())
	{
		Name = "joint " + std::to_string(Joint);
	}
	std::string Candidate = Name;
	for (size_t Number = 2; !Taken.insert(Candidate).second; ++Number)
	{
		Candidate = Name + " " + std::to_string(Number);
	}
	return Candidate;
}

FBoneTransform ToBoneTransform(const FAffine3d& Matrix)
{
	const FSceneTransform T = Decompose(Matrix);
	const auto F = [](double Value) { return static_cast<float>(Value); };
	return {Normalize(FRotation{F(T.Rotation[0]), F(T.Rotation[1]), F(T.Rotation[2]), F(T.Rotation[3])}),
		{F(T.Translation.X), F(T.Translation.Y), F(T.Translation.Z)}, {F(T.Scale.X), F(T.Scale.Y), F(T.Scale.Z)}};
}

} // namespace

FSceneRig BuildSceneRig(const FScene& Scene, std::span<const int32_t> Order, const FScenePose& RestPose)
{
	const std::vector<char> Marks = MarkRigNodes(Scene);
	std::vector<size_t> Rank(Scene.Nodes.size());
	FSceneRig Rig;
	std::vector<uint32_t> JointOfNode(Scene.Nodes.size(), NoIndex);
	for (size_t Position = 0; Position < Order.size(); ++Position)
	{
		const auto Node = static_cast<size_t>(Order[Position]);
		Rank[Node] = Position;
		if (Marks[Node])
		{
			const int32_t Above = FindMarked(Scene, Scene.Nodes[Node].Parent, Marks);
			JointOfNode[Node] = static_cast<uint32_t>(Rig.Joints.size());
			const int32_t Parent =
				Above == NoParent ? NoParent : static_cast<int32_t>(JointOfNode[static_cast<size_t>(Above)]);
			Rig.Joints.push_back({Order[Position], Parent, {}, false});
		}
	}

	// The bind transform of a joint according to its skins; a second skin that disagrees gets its own joint on the
	// node.
	std::vector<char> Bound(Rig.Joints.size());
	const size_t NodeJointCount = Rig.Joints.size();
	std::vector<FAffine3d> SkinToWorld(Scene.Skins.size());
	std::vector<char> Used(Scene.Skins.size());
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		if (Instance.Skin >= 0)
		{
			Used[static_cast<size_t>(Instance.Skin)] = true;
		}
	}
	Rig.SkinJoints.resize(Scene.Skins.size());
	for (size_t Index = 0; Index < Scene.Skins.size(); ++Index)
	{
		if (!Used[Index])
		{
			continue;
		}
		const FSceneSkin& Skin = Scene.Skins[Index];
		const FAffine3d ToWorld = FindSkinToWorld(Skin, Rank, RestPose);
		SkinToWorld[Index] = ToWorld;
		for (size_t Entry = 0; Entry < Skin.Joints.size(); ++Entry)
		{
			const auto Node = static_cast<size_t>(Skin.Joints[Entry]);
			const std::string What = "the inverse bind matrix of joint '" + Scene.Nodes[Node].Name + "'";
			FAffine3d Bind = Compose(ToWorld, InvertAffine(Skin.InverseBind[Entry], What));
			const bool bAsInFile = NearlyEqual(Bind, RestPose.World[Node]);
			if (bAsInFile)
			{
				Bind = RestPose.World[Node];
			}
			uint32_t Joint = JointOfNode[Node];
			if (!Bound[Joint])
			{
				Rig.Joints[Joint].Bind = Bind;
				Rig.Joints[Joint].bAsInFile = bAsInFile;
				Bound[Joint] = true;
			}
			else if (!NearlyEqual(Rig.Joints[Joint].Bind, Bind))
			{
				Rig.Joints.push_back({Skin.Joints[Entry], Rig.Joints[Joint].Parent, Bind, bAsInFile});
				Joint = static_cast<uint32_t>(Rig.Joints.size() - 1);
			}
			Rig.SkinJoints[Index].push_back(Joint);
		}
	}
	if (Rig.Joints.size() > 65535)
	{
		Fail(EErrorCode::Unsupported,
			"the rig has " + std::to_string(Rig.Joints.size()) + " joints, but a character can have at most 65535.");
	}
	for (size_t Joint = 0; Joint < NodeJointCount; ++Joint)
	{
		FSceneRigJoint& It = Rig.Joints[Joint];
		if (!Bound[Joint])
		{
			const FSceneRigJoint* Parent =
				It.Parent == NoParent ? nullptr : &Rig.Joints[static_cast<size_t>(It.Parent)];
			const FAffine3d Chain = ChainBelow(Scene, RestPose, Parent ? Parent->Node : NoParent, It.Node);
			It.Bind = Parent ? Compose(Parent->Bind, Chain) : Chain;
			It.bAsInFile = !Parent || Parent->bAsInFile;
		}
	}
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		const int32_t Carrier = FindMarked(Scene, Instance.Node, Marks);
		const bool bCarried = Instance.Skin < 0 && Carrier != NoParent;
		const uint32_t Joint = bCarried ? JointOfNode[static_cast<size_t>(Carrier)] : NoIndex;
		Rig.InstanceJoints.push_back(Joint);
		Rig.InstanceToWorld.push_back(Instance.Skin >= 0 ? SkinToWorld[static_cast<size_t>(Instance.Skin)]
				: bCarried ? Compose(Rig.Joints[Joint].Bind, ChainBelow(Scene, RestPose, Carrier, Instance.Node))
						   : RestPose.World[static_cast<size_t>(Instance.Node)]);
	}
	return Rig;
}

FSourceRig MakeSourceRig(const FScene& Scene, const FSceneRig& Rig, const FScenePose& RestPose)
{
	FSourceRig Out;
	std::set<std::string> Taken;
	for (size_t Joint = 0; Joint < Rig.Joints.size(); ++Joint)
	{
		const FSceneRigJoint& It = Rig.Joints[Joint];
		const std::string& Name = Scene.Nodes[static_cast<size_t>(It.Node)].Name;
		Out.Skeleton.Names.push_back(UniqueName(Taken, Name, Joint));
		Out.Skeleton.Parents.push_back(It.Parent);
		const FSceneRigJoint* Parent = It.Parent == NoParent ? nullptr : &Rig.Joints[static_cast<size_t>(It.Parent)];
		FAffine3d Local = It.Bind;
		if (It.bAsInFile && (!Parent || Parent->bAsInFile))
		{
			// Computed as in clips, so that a joint that stays at rest is recognized.
			Local = ChainBelow(Scene, RestPose, Parent ? Parent->Node : NoParent, It.Node);
		}
		else if (Parent)
		{
			Local = Compose(InvertAffine(Parent->Bind, "the parent of joint '" + Name + "'"), It.Bind);
		}
		Out.Skeleton.RestLocal.push_back(ToBoneTransform(Local));
	}
	Out.Weights.Offsets.push_back(0);
	for (size_t Index = 0; Index < Scene.Instances.size(); ++Index)
	{
		const FSceneInstance& Instance = Scene.Instances[Index];
		const FSceneMesh& Mesh = Scene.Meshes[Instance.Mesh];
		for (size_t V = 0; V < Mesh.Surface.Positions.size(); ++V)
		{
			if (Instance.Skin < 0)
			{
				Out.Weights.Bones.push_back(static_cast<uint16_t>(Rig.InstanceJoints[Index]));
				Out.Weights.Weights.push_back(1.0f);
			}
			else
			{
				// A skin may list a node twice; a row lists a joint once.
				const auto& Joints = Rig.SkinJoints[static_cast<size_t>(Instance.Skin)];
				std::map<uint32_t, float> Row;
				for (size_t I = Mesh.Influences.Offsets[V]; I < Mesh.Influences.Offsets[V + 1]; ++I)
				{
					Row[Joints[Mesh.Influences.Bones[I]]] += Mesh.Influences.Weights[I];
				}
				for (const auto& [Joint, Weight] : Row)
				{
					Out.Weights.Bones.push_back(static_cast<uint16_t>(Joint));
					Out.Weights.Weights.push_back(Weight);
				}
			}
			Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
		}
	}
	return Out;
}

FClipData MakeClip(const FScene& Scene, const FSceneRig& Rig, const FSourceRig& Source, const std::string& Name,
	double FramesPerSecond, std::span<const FScenePose> Poses)
{
	FClipData Clip;
	Clip.Name = Name;
	Clip.FramesPerSecond = static_cast<float>(FramesPerSecond);
	Clip.FrameCount = static_cast<uint32_t>(Poses.size());
	Clip.Rotations.Offsets.push_back(0);
	Clip.Translations.Offsets.push_back(0);
	Clip.Scales.Offsets.push_back(0);

	// A channel that stays at rest has no keys; a constant one has one key.
	const auto Append = [](auto& Channel, const auto& Rest, const auto& Values)
	{
		const bool bConstant =
			std::all_of(Values.begin(), Values.end(), [&](const auto& Value) { return Value == Values.front(); });
		const size_t Count = !bConstant ? Values.size() : Values.front() == Rest ? 0 : 1;
		for (size_t Frame = 0; Frame < Count; ++Frame)
		{
			Channel.Frames.push_back(static_cast<uint16_t>(Frame));
			Channel.Values.push_back(Values[Frame]);
		}
		Channel.Offsets.push_back(static_cast<uint32_t>(Channel.Values.size()));
	};
	for (size_t Joint = 0; Joint < Rig.Joints.size(); ++Joint)
	{
		const FSceneRigJoint& It = Rig.Joints[Joint];
		const FBoneTransform& Rest = Source.Skeleton.RestLocal[Joint];
		const int32_t Above = It.Parent == NoParent ? NoParent : Rig.Joints[static_cast<size_t>(It.Parent)].Node;
		std::vector<FRotation> Rotations;
		std::vector<FFloat3> Translations, Scales;
		for (const FScenePose& Pose : Poses)
		{
			FBoneTransform Local = ToBoneTransform(ChainBelow(Scene, Pose, Above, It.Node));
			if (Dot(Local.Rotation, Rotations.empty() ? Rest.Rotation : Rotations.back()) < 0.0f)
			{
				FRotation& Q = Local.Rotation;
				Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
			}
			Rotations.push_back(Local.Rotation);
			Translations.push_back(Local.Translation);
			Scales.push_back(Local.Scale);
		}
		Append(Clip.Rotations, Rest.Rotation, Rotations);
		Append(Clip.Translations, Rest.Translation, Translations);
		Append(Clip.Scales, Rest.Scale, Scales);
	}
	const auto DropIfEmpty = [](auto& Channel)
	{
		if (Channel.Values.empty())
		{
			Channel.Offsets.clear();
		}
	};
	DropIfEmpty(Clip.Rotations);
	DropIfEmpty(Clip.Translations);
	DropIfEmpty(Clip.Scales);
	return Clip;
}

} // namespace Exemplar
