"""`pyxis completion`: completes commands in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

__all__ = ["command"]

EPILOG = """\b
Examples:
  eval "$(pyxis completion bash)"          in ~/.bashrc
  eval "$(pyxis completion zsh)"           in ~/.zshrc
  pyxis completion fish | source           in ~/.config/fish/config.fish"""


@click.command(epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands, options and known variants in a shell."""
    made_by = get_completion_class(shell)
    if made_by is None:
        raise click.ClickException(f"this version of click knows no completion for {shell}")
    program = ctx.find_root().command
    click.echo(made_by(program, {}, "pyxis", "_PYXIS_COMPLETE").source())
