"""Runs the SecantusDB server and stops it when standard input closes.

The script that starts the engine holds the other end of that pipe: when it dies, however brutally,
the engine stops too and never stays behind holding the data directory.
"""

import os
import signal
import sys
import threading

from secantus.cli import main


def stop_with_parent() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=stop_with_parent, daemon=True).start()
sys.exit(main(sys.argv[1:]))
