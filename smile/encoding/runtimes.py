"""The libraries that run an exported encoder on a CPU: OpenVINO and ONNX Runtime."""

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..aliases import IntArray, VectorArray
from ..errors import ModelError

Run = Callable[[IntArray], VectorArray]

_OPENVINO_FILE = "model.xml"
_OPENVINO_PRECISIONS = {"float32": "f32", "bfloat16": "bf16"}

_ONNX_FILE = "model.onnx"
_ONNX_INPUT = "input_ids"


@dataclass(frozen=True)
class Runtime:
    """A library that runs exported encoders.

    Attributes:
        name: The name of the back end, and of the extra that installs it.
        packages: The packages it needs.
        write: Writes a `torch.export.ExportedProgram` into a folder, for a number format.
        open_model: Opens what was written into a folder, for a number format and a number of threads; the result turns
            (b, l) token ids into (b, d) unit vectors.
    """

    name: str
    packages: tuple[str, ...]
    write: Callable[[Any, Path, str], None]
    open_model: Callable[[Path, str, int], Run]

    def is_installed(self) -> bool:
        """Returns whether all its packages are installed."""
        try:
            return all(version(package) for package in self.packages)
        except PackageNotFoundError:
            return False


def _write_openvino(program: Any, folder: Path, _dtype: str) -> None:
    openvino = _openvino()
    openvino.save_model(openvino.convert_model(program), folder / _OPENVINO_FILE, compress_to_fp16=False)


def _open_openvino(folder: Path, dtype: str, n_threads: int) -> Run:
    options = {
        "INFERENCE_PRECISION_HINT": _OPENVINO_PRECISIONS[dtype],
        "INFERENCE_NUM_THREADS": n_threads,
        "NUM_STREAMS": 1,
        # Otherwise several processes would be bound to the same cores.
        "ENABLE_CPU_PINNING": False,
    }
    compiled = _openvino().Core().compile_model(folder / _OPENVINO_FILE, "CPU", options)
    taken = compiled.get_property("INFERENCE_PRECISION_HINT").to_string()
    if taken != _OPENVINO_PRECISIONS[dtype]:
        raise ModelError(f"OpenVINO computes in {taken} on this CPU, not in {dtype}: use dtype='float32'")
    request, lock = compiled.create_infer_request(), threading.Lock()

    def run(ids: IntArray) -> VectorArray:
        with lock:
            vectors: VectorArray = request.infer({0: ids})[0]
        return vectors

    return run


@cache
def _keep_what_a_fork_inherits() -> None:
    """A forked process lacks the library's threads, for which the end of a model would wait for ever."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=gc.freeze)


def _openvino() -> Any:
    _keep_what_a_fork_inherits()
    # It does without this package, which leaves an id in the home folder and sends reports.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino


def _write_onnx(program: Any, folder: Path, dtype: str) -> None:
    """Writes a model; for int8, with rounded weights."""
    import torch

    log = logging.getLogger("torch.onnx")
    level = log.level
    log.setLevel(logging.ERROR)  # it misses torchvision, which no encoder of texts needs
    try:
        exported: Any = torch.onnx.export(program, dynamo=True, input_names=[_ONNX_INPUT], verbose=False)
    finally:
        log.setLevel(level)
    if dtype == "float32":
        exported.save(folder / _ONNX_FILE)
        return
    _onnxruntime()
    from onnxruntime.quantization import QuantType, quantize_dynamic

    whole = folder / "whole.onnx"
    # The notes on shapes are older than the last changes of the export, and the quantizer stops where they are wrong.
    model = exported.model_proto
    del model.graph.value_info[:]
    whole.write_bytes(model.SerializeToString())
    quantize_dynamic(whole, folder / _ONNX_FILE, weight_type=QuantType.QInt8)
    whole.unlink()


def _open_onnx(folder: Path, _dtype: str, n_threads: int) -> Run:
    onnxruntime = _onnxruntime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = n_threads
    session = onnxruntime.InferenceSession(folder / _ONNX_FILE, options, providers=["CPUExecutionProvider"])

    def run(ids: IntArray) -> VectorArray:
        vectors: VectorArray = session.run(None, {_ONNX_INPUT: ids})[0]
        return vectors

    return run


def _onnxruntime() -> Any:
    # Otherwise it leaves an id in the home folder and sends reports.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    return onnxruntime


OPENVINO = Runtime("openvino", ("openvino",), _write_openvino, _open_openvino)
ONNX = Runtime("onnx", ("onnxruntime", "onnx", "onnxscript"), _write_onnx, _open_onnx)
