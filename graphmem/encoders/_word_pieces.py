"""The word pieces of all-MiniLM-L6-v2, from the vocabulary that the package ships."""

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from graphmem.errors import ModelError

if TYPE_CHECKING:
    from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

MAX_TOKENS = 256  # what the model was trained to read, its two marks included
START, END = 101, 102  # [CLS] and [SEP]


class WordPieces:
    """Turns texts into token ids. The vocabulary is read at the first use."""

    @cached_property
    def _tokenizer(self) -> "BertWordPieceTokenizer":
        from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

        vocabulary = files("graphmem.encoders") / "all_minilm_l6_v2" / "vocab.txt"
        try:
            tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
        except Exception as error:  # the library raises bare Exceptions
            raise ModelError(f"cannot read the vocabulary of the encoder: {error}; reinstall graphmem") from error
        if (tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")) != (START, END):
            raise ModelError(f"{vocabulary} is not the vocabulary of all-MiniLM-L6-v2; reinstall graphmem")
        return tokenizer

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of each text between the model's marks, cut at MAX_TOKENS."""
        plain = [make_encodable(text) for text in texts]
        encodings = self._tokenizer.encode_batch(plain, add_special_tokens=False)
        return [[START, *encoding.ids[: MAX_TOKENS - 2], END] for encoding in encodings]

    def count(self, text: str) -> int:
        """Count the tokens of the text, uncut and without the model's marks."""
        return len(self._tokenizer.encode(make_encodable(text), add_special_tokens=False).ids)


def make_encodable(text: str) -> str:
    """Replace half surrogate pairs, which a command line can hold and no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
