"""The few functions of torch that the figures' scripts use, computed with NumPy: see README.md."""

import numpy as np

inf = float("inf")
bool = np.bool_


class Tensor:
    """An array with torch's names and no others."""

    def __init__(self, data):
        self.data = np.asarray(data)

    shape = property(lambda self: self.data.shape)
    T = property(lambda self: Tensor(self.data.T))

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return (Tensor(row) for row in self.data)

    def __getitem__(self, at):
        return Tensor(self.data[_bare(at)])

    def __bool__(self):
        return self.data.item() != 0

    def __float__(self):
        return float(self.data)

    def __matmul__(self, other):
        if self.data.dtype != other.data.dtype:
            raise RuntimeError("expected both to have the same dtype")
        return Tensor(self.data @ other.data)

    def __abs__(self):
        return Tensor(abs(self.data))

    def double(self):
        return Tensor(self.data.astype(np.float64))

    def bool(self):
        return Tensor(self.data != 0)

    def tril(self):
        return Tensor(np.tril(self.data))

    def tolist(self):
        return self.data.tolist()

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape))

    def swapaxes(self, a, b):
        return Tensor(self.data.swapaxes(a, b))

    def nan_to_num(self):
        return Tensor(np.nan_to_num(self.data))

    def max(self):
        return Tensor(self.data.max())

    def sum(self):
        return Tensor(self.data.sum())

    def mean(self, dim=None):
        if self.data.dtype.kind != "f":
            raise RuntimeError("mean(): the input must be of floats")
        return Tensor(self.data.mean(axis=dim))


def _bare(x):
    if isinstance(x, (tuple, list)):
        return type(x)(_bare(one) for one in x)
    return x.data if isinstance(x, Tensor) else x


def _floats(x):
    """Numbers of no float type divide to the default one, float32; Python's take the other's."""
    return x.astype(np.float32) if isinstance(x, np.ndarray) and x.dtype.kind != "f" else x


def _operator(name, work, prepare=lambda x: x):
    def forwards(self, other):
        return Tensor(work(prepare(self.data), prepare(_bare(other))))

    def backwards(self, other):
        return Tensor(work(prepare(_bare(other)), prepare(self.data)))

    setattr(Tensor, f"__{name}__", forwards)
    setattr(Tensor, f"__r{name}__", backwards)


_operator("add", np.add)
_operator("sub", np.subtract)
_operator("mul", np.multiply)
_operator("truediv", np.divide, _floats)
for _name, _work in dict(eq=np.equal, lt=np.less, gt=np.greater).items():
    _operator(_name, _work)
Tensor.__hash__ = None


def tensor(data):
    if any(isinstance(one, Tensor) and one.data.ndim for one in data):
        raise ValueError("only tensors of one element can be converted to Python scalars")
    made = np.array(_bare(data))
    return Tensor(made.astype(np.float32) if made.dtype == np.float64 else made)


def as_tensor(data):
    return data if isinstance(data, Tensor) else Tensor(np.array(_bare(data)))


def from_numpy(array):
    return Tensor(array)


def ones(*shape):
    return Tensor(np.ones(shape, np.float32))


def zeros(*shape):
    return Tensor(np.zeros(shape, np.float32))


def where(condition, yes, no):
    if condition.data.dtype != np.bool_:
        raise RuntimeError("where expected condition to be a boolean tensor")
    return Tensor(np.where(condition.data, _bare(yes), _bare(no)))


def exp(x):
    if not isinstance(x, Tensor):
        raise TypeError("exp(): argument 'input' must be Tensor")
    return Tensor(np.exp(x.data))


def softmax(x, dim):
    with np.errstate(invalid="ignore"):  # a row that is all -inf is all nan
        powers = np.exp(x.data - x.data.max(axis=dim, keepdims=True))
        return Tensor(powers / powers.sum(axis=dim, keepdims=True))


def stack(tensors):
    return Tensor(np.stack(_bare(tensors)))


def cat(tensors):
    return Tensor(np.concatenate(_bare(tensors)))


def column_stack(tensors):
    if not all(isinstance(one, Tensor) for one in tensors):
        raise TypeError("column_stack(): expected a tuple of Tensors")
    return Tensor(np.column_stack(_bare(tensors)))


def tensor_split(x, sections, dim):
    return tuple(Tensor(part) for part in np.array_split(x.data, sections, axis=dim))


def repeat_interleave(x, times, dim):
    return Tensor(np.repeat(x.data, times, axis=dim))
