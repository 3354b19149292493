import { EVIL_PY, EVIL_SH, GUARD_PY, MARK, NOTHING, RAN_PY } from './pieces.ts';
import type { SetUp } from './pieces.ts';

/** A python script that does. */
export const PYTHON: readonly SetUp[] = [
  {
    title: 'a python script: import sibling',
    command: GUARD_PY,
    files: { '.kolega/hooks/guard.py': `${RAN_PY}import rules\n`, '.kolega/hooks/rules.py': NOTHING },
    change: { '.kolega/hooks/rules.py': EVIL_PY },
  },
  {
    title: 'a python script: sys.path.insert(project) import tools.x',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import sys,os\nsys.path.insert(0, os.getcwd())\nfrom tools.x import y\n`,
      'tools/__init__.py': '',
      'tools/x.py': 'y=1\n',
    },
    change: { 'tools/x.py': `${EVIL_PY}y=1\n` },
  },
  {
    title: 'a python script: sys.path parents[2]/"scripts", import common',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import sys,pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))\nimport common\n`,
      'scripts/common.py': 'y=1\n',
    },
    change: { 'scripts/common.py': EVIL_PY },
  },
  {
    title: 'a python script: third-party import shadowed by new sibling',
    command: GUARD_PY,
    files: { '.kolega/hooks/guard.py': `${RAN_PY}try:\n  import yaml\nexcept ImportError: pass\n` },
    change: { '.kolega/hooks/yaml.py': EVIL_PY },
  },
  {
    title: 'a python script: a new sibling that a third-party module would import',
    command: GUARD_PY,
    files: { '.kolega/hooks/guard.py': `${RAN_PY}import yaml\n` },
    change: { '.kolega/hooks/_yaml.py': EVIL_PY, '.kolega/hooks/_yaml/__init__.py': EVIL_PY },
  },
  {
    title: 'a python script: stdlib shadow new sibling json.py',
    command: GUARD_PY,
    files: { '.kolega/hooks/guard.py': `${RAN_PY}import json\n` },
    change: { '.kolega/hooks/json.py': EVIL_PY },
  },
  {
    title: 'a python script: sitecustomize/usercustomize in cwd',
    command: GUARD_PY,
    files: { '.kolega/hooks/guard.py': RAN_PY },
    change: {
      'sitecustomize.py': EVIL_PY,
      '.kolega/hooks/sitecustomize.py': EVIL_PY,
      '.kolega/hooks/usercustomize.py': EVIL_PY,
    },
  },
  {
    title: 'a python script: unchecked-hash __pycache__ pyc of sibling',
    command: GUARD_PY,
    files: { '.kolega/hooks/guard.py': `${RAN_PY}import rules\n`, '.kolega/hooks/rules.py': NOTHING },
    change: 'bytecode',
  },
  {
    title: 'a python script: pickle.load(model.pkl)',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import pickle,os\nd=os.path.dirname(__file__)\npickle.load(open(os.path.join(d,"model.pkl"),"rb"))\n`,
      '.kolega/hooks/model.pkl': 'N.',
    },
    change: { '.kolega/hooks/model.pkl': `cos\nsystem\n(S'echo EVIL >> ${MARK}'\ntR.` },
  },
  {
    title: 'a python script: importlib plugins dir - new file',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import importlib.util,glob,os\nfor f in sorted(glob.glob(os.path.join(os.path.dirname(__file__),"plugins","*.py"))):\n  s=importlib.util.spec_from_file_location("m",f); m=importlib.util.module_from_spec(s); s.loader.exec_module(m)\n`,
      '.kolega/hooks/plugins/a.py': NOTHING,
    },
    change: { '.kolega/hooks/plugins/b.py': EVIL_PY },
  },
  {
    title: 'a python script: exec(open("rules.txt").read())',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import os\nexec(open(os.path.join(os.path.dirname(__file__),"rules.txt")).read())\n`,
      '.kolega/hooks/rules.txt': NOTHING,
    },
    change: { '.kolega/hooks/rules.txt': EVIL_PY },
  },
  {
    title: 'a python script: yaml.unsafe_load(rules.yaml)',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import yaml,os\nyaml.unsafe_load(open(os.path.join(os.path.dirname(__file__),"rules.yaml")))\n`,
      '.kolega/hooks/rules.yaml': 'a: 1\n',
    },
    change: { '.kolega/hooks/rules.yaml': `!!python/object/apply:os.system ["${EVIL_SH.trim()}"]\n` },
  },
  {
    title: 'a python script: subprocess scripts/check.sh',
    command: GUARD_PY,
    files: {
      '.kolega/hooks/guard.py': `${RAN_PY}import subprocess\nsubprocess.run(["bash","scripts/check.sh"])\n`,
      'scripts/check.sh': 'true\n',
    },
    change: { 'scripts/check.sh': EVIL_SH },
  },
];
