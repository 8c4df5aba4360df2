"""See README.md."""

import torch


def scaled_dot_product_attention(q, k, v, attn_mask=None, is_causal=False):
    """As the documentation of PyTorch writes it out: True may attend, causal from the top left."""
    scores = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    if is_causal:
        attn_mask = torch.ones(q.shape[-2], k.shape[-2]).tril().bool()
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, -torch.inf)
    return torch.softmax(scores, dim=-1) @ v
