"""The scorer is a script of two files; its tests import them by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
