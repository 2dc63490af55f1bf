"""Add the pages and pictures of the gallery to the documentation; MkDocs loads this file as a hook."""

from pathlib import Path

from mkdocs.structure.files import File


def on_files(files, config):
    """Add all pages and pictures beside this file."""
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.suffix in (".md", ".svg"):
            files.append(File.generated(config, f"gallery/{path.name}", abs_src_path=str(path)))
    return files
