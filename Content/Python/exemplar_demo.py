# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Builds the sample character that comes with the plug-in, converts it to stock assets, and shows it in a level of its own.

In the editor's Python console:

    import exemplar_demo
    exemplar_demo.run()

It was written from Epic's pages and has never been run: the editor is not at hand where Exemplar is developed."""
import os

import unreal

FOLDER = "/Game/ExemplarDemo"
SAMPLE = os.path.normpath(os.path.join(os.path.dirname(__file__), "..", "Samples", "Mannequin"))


def build():
    """The settings of the sample's character, built; rest.obj and its frames in frames.pc2."""
    sources = [os.path.join(SAMPLE, "rest.obj"), os.path.join(SAMPLE, "frames.pc2")]
    settings = unreal.ExemplarEditorLibrary.import_examples(sources, FOLDER + "/Mannequin")
    if settings is None:
        raise RuntimeError("The sample was not built: see the message log Exemplar.")
    unreal.log(f"Exemplar: {settings.rms_error:.4f} % RMS, {settings.max_error:.3f} % at most ({settings.worst_pose})")
    return settings


def convert(settings):
    """The stock assets of the character."""
    stock = unreal.ExemplarEditorLibrary.convert_to_stock_assets(settings.character, FOLDER + "/Mannequin_Stock")
    if stock is None:
        raise RuntimeError("The sample was not converted: see the message log Exemplar.")
    for number, error in enumerate(stock.errors):
        unreal.log(f"Exemplar: LOD {number}: {error.rms:.4f} % RMS from the character")
    return stock


def show(stock):
    """A level with the stock mesh twice: as the engine skins it, and with the character's own skin."""
    unreal.get_editor_subsystem(unreal.LevelEditorSubsystem).new_level(FOLDER + "/Demo")
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    for place, deformer in ((-100.0, None), (100.0, stock.deformer)):
        actor = actors.spawn_actor_from_class(unreal.SkeletalMeshActor, unreal.Vector(place, 0.0, 0.0))
        component = actor.skeletal_mesh_component
        component.set_skeletal_mesh_asset(stock.mesh)
        component.play_animation(stock.sequences[0], True)
        if deformer:
            component.set_mesh_deformer(deformer)
    actors.spawn_actor_from_class(unreal.DirectionalLight, unreal.Vector(0.0, 0.0, 500.0), unreal.Rotator(0.0, -45.0, 30.0))


def run():
    show(convert(build()))
