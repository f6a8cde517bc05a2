"""How well every letter's name explains a sound: the best way through its states (Viterbi, IEEE
Trans. Inf. Theory 1967)."""

import torch

from transcripts import LETTERS


class WordScores(torch.nn.Module):
    """Scores of the letters over sounds.

    chains: `Chains`. mixtures: `Mixtures` of their senones.
    """

    def __init__(self, chains, mixtures):
        super().__init__()
        self.mixtures = mixtures
        column = {senone: index for index, senone in enumerate(mixtures.senones)}
        self.columns = torch.tensor([column[senone] for senone in chains.senones])
        never = float("-1e9")
        start = torch.full((len(chains.senones),), never)
        start[torch.tensor(chains.starts).flatten()] = 0
        arrive = torch.full((len(chains.senones),), never)
        arrive[1:] = torch.tensor(chains.leave)[:-1]
        arrive[torch.tensor([first for first, _ in chains.starts])] = never
        for name, values in (("start", start), ("arrive", arrive), ("stay", chains.stay),
                             ("leave", chains.leave)):  # fmt: skip
            self.register_buffer(name, torch.as_tensor(values))
        self.ends = torch.tensor(chains.ends)
        # The ways of each letter; those that have fewer than the most name their last again.
        ways = [[] for _ in LETTERS]
        for way, letter in enumerate(chains.ways):
            ways[letter].append(way)
        most = max(map(len, ways))
        self.ways = torch.tensor([(mine + mine[-1:] * most)[:most] for mine in ways])

    def forward(self, sounds):
        """The scores in nats: [sound][letter]. sounds: tensors of [frame][39]."""
        order = sorted(range(len(sounds)), key=lambda index: -len(sounds[index]))
        lengths = torch.tensor([len(sounds[index]) for index in order])
        # Frame by frame, the sounds that go on so long, the longest first.
        going = [int((lengths > frame).sum()) for frame in range(int(lengths[0]))]
        firsts = lengths.cumsum(0) - lengths
        rows = torch.cat([firsts[:count] + frame for frame, count in enumerate(going)])
        frames = torch.cat([sounds[index] for index in order])[rows]
        best, ended = None, []
        for now in self.mixtures(frames)[:, self.columns].split(going):
            if best is None:
                best = self.start + now
                continue
            ended.append(best[len(now) :])
            best = best[: len(now)]
            arriving = torch.nn.functional.pad(best[:, :-1], (1, 0)) + self.arrive
            best = torch.maximum(best + self.stay, arriving) + now
        ended.append(best)
        last = torch.cat(ended[::-1])[torch.tensor(order).argsort()]
        return (last + self.leave)[:, self.ends].amax(2)[:, self.ways].amax(2)
