"""Text to vectors. One file is one encoder: a module whose function of the same name builds it."""

from graphmem.encoders._load import load_encoder as load_encoder
