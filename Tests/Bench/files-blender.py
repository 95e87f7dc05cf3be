# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Makes FBX files with their truth, inside Blender: blender -b --factory-startup --python Tests/Bench/files-blender.py -- FOLDER.

Every case is FOLDER/NAME.fbx with FOLDER/NAME.truth: frames and vertices as two 32-bit integers, then x y z of every vertex in every frame
as doubles, in meters with y up, as Blender's own evaluation gives them."""
import math
import os
import struct
import sys

import bpy

FRAMES = 24


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 1, FRAMES
    bpy.context.scene.render.fps = 24


def add_tube(name, rings=17, sides=12):
    """A tube along z, from 0 to 2."""
    vertices, faces = [], []
    for ring in range(rings):
        for side in range(sides):
            angle = 2 * math.pi * side / sides
            vertices.append((0.2 * math.cos(angle), 0.3 * math.sin(angle), 2.0 * ring / (rings - 1)))
    for ring in range(rings - 1):
        for side in range(sides):
            a, b = ring * sides + side, ring * sides + (side + 1) % sides
            faces.append((a, b, b + sides, a + sides))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    tube = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(tube)
    return tube


def key(owner, path, values):
    """Linear keys in every frame, because the exporter writes one per frame anyway."""
    for frame in range(1, FRAMES + 1):
        value = values((frame - 1) / (FRAMES - 1))
        if path.startswith("value"):
            owner.value = value
        else:
            setattr(owner, path, value)
        owner.keyframe_insert(path, frame=frame)


def add_armature(tube, bones=3):
    armature = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for index in range(bones):
        bone = armature.data.edit_bones.new(f"bone{index}")
        bone.head, bone.tail = (0, 0, 2.0 * index / bones), (0, 0.05 * index, 2.0 * (index + 1) / bones)
        bone.parent, parent = parent, bone
        tube.vertex_groups.new(name=bone.name)
    bpy.ops.object.mode_set(mode="OBJECT")
    for vertex in tube.data.vertices:
        place = vertex.co.z / 2.0 * bones - 0.5
        for index in range(bones):
            weight = max(0.0, 1.0 - abs(place - index))
            if index in (0, bones - 1) and (place < 0 if index == 0 else place > bones - 1):
                weight = 1.0
            if weight > 0:
                tube.vertex_groups[index].add([vertex.index], weight, "REPLACE")
    tube.parent = armature
    tube.modifiers.new("armature", "ARMATURE").object = armature
    for index in range(bones):
        bone = armature.pose.bones[f"bone{index}"]
        bone.rotation_mode = "XYZ"
        key(bone, "rotation_euler", lambda t, i=index: (0.7 * t * i, 0.4 * t, 0.9 * math.sin(3 * t) * (i - 0.5)))
        key(bone, "location", lambda t, i=index: (0, 0.1 * t * (i == 0), 0))
    return armature


def skin():
    add_armature(add_tube("tube"))


def scaled_bones():
    armature = add_armature(add_tube("tube"))
    key(armature.pose.bones["bone1"], "scale", lambda t: (1 + 0.4 * t, 1 - 0.2 * t, 1 + 0.3 * t))
    armature.location, armature.rotation_euler, armature.scale = (1, -2, 0.5), (0.1, 0.2, 0.3), (2, 2, 2)


def shapes():
    tube = add_tube("tube")
    tube.shape_key_add(name="Basis")
    for name, scale in (("wide", (1.5, 1, 1)), ("tall", (1, 1, 1.4))):
        shape = tube.shape_key_add(name=name)
        for point in shape.data:
            point.co = [c * s for c, s in zip(point.co, scale)]
        key(shape, "value", lambda t, n=name: t if n == "wide" else 1 - t)


def hierarchy():
    parent = add_tube("a_parent")
    key(parent, "location", lambda t: (t, 0, 0.5 * t))
    key(parent, "rotation_euler", lambda t: (0.2, 0.5 * t, 1.5 * t))
    child = add_tube("b_child", 5, 8)
    child.parent, child.location, child.scale = parent, (0.5, 0, 1), (0.5, 0.5, 0.5)
    key(child, "rotation_euler", lambda t: (2 * t, 0, 0))


def write(folder, name, make):
    clear()
    make()
    bpy.context.scene.frame_set(1)
    bpy.ops.export_scene.fbx(filepath=os.path.join(folder, name + ".fbx"), add_leaf_bones=False, bake_anim_simplify_factor=0.0,
                             bake_anim_use_nla_strips=False, bake_anim_use_all_actions=False)
    meshes = [o for o in bpy.data.objects if o.type == "MESH"]
    rows = b""
    count = 0
    for frame in range(1, FRAMES + 1):
        bpy.context.scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        for item in sorted(meshes, key=lambda o: o.name):
            evaluated = item.evaluated_get(graph)
            for vertex in evaluated.to_mesh().vertices:
                x, y, z = evaluated.matrix_world @ vertex.co
                rows += struct.pack("<3d", x, z, -y)
                count += 1
            evaluated.to_mesh_clear()
    with open(os.path.join(folder, name + ".truth"), "wb") as file:
        file.write(struct.pack("<2i", FRAMES, count // FRAMES) + rows)


target = sys.argv[sys.argv.index("--") + 1]
for make_case in (skin, scaled_bones, shapes, hierarchy):
    write(target, make_case.__name__, make_case)
