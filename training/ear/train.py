"""Trains the ear: Whisper's encoder with a CTC head, on sounds put together and disturbed anew each step.

usage: train.py CORPUS.npz WHISPER_MODEL DICTIONARY DICTIONARY --out EAR.pt [--steps N] [--splits train,development]

CORPUS.npz is made by corpus.py, WHISPER_MODEL is Whisper base in CTranslate2's format, not read with --start. With a fixed
seed on one kind of processor two runs give the same net, even if one was interrupted and resumed from
the file of --keep.
"""

import argparse
import copy
import os
import time

import torch
import torch.nn.functional as F

from augment import Augmenter, Composer, Surroundings
from corpus import Corpus, Dictionary
from net import BLANK, LAYERS, Ear, in_16_bits, load_whisper
from score import report


def groups_of_parameters(ear, rate, decay, frozen):
    """The head learns fastest, each layer below more slowly, the lowest `frozen` not at all."""
    found = [{"params": [*ear.head.parameters()], "lr": rate * 10}, {"params": [*ear.norm.parameters()], "lr": rate}]
    for place, layer in enumerate(ear.layers):
        if place >= frozen:
            found.append({"params": [*layer.parameters()], "lr": rate * decay ** (LAYERS - 1 - place)})
        else:
            layer.requires_grad_(False)
    for part in (ear.conv1, ear.conv2):
        part.requires_grad_(False)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("whisper")
    parser.add_argument("dictionaries", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start", help="a state to go on from")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop in time for this limit, by a shorter schedule")
    parser.add_argument("--splits", default="train")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--decay", type=float, default=0.8)
    parser.add_argument("--frozen", type=int, default=0)
    parser.add_argument("--share", type=float, default=1.0, help="size of a step, 1 for 125 s of sound")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", help="a file that keeps the training every 50 steps; if it exists, the training continues from it")
    parser.add_argument("--report", type=int, default=1000)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    device, splits = arguments.device, set(arguments.splits.split(","))
    torch.manual_seed(arguments.seed)
    corpus = Corpus.load(arguments.corpus)
    dictionary = Dictionary(*arguments.dictionaries)
    ear = Ear()
    if arguments.start:
        ear.load_state_dict(torch.load(arguments.start, map_location="cpu"))
    else:
        load_whisper(ear, arguments.whisper)
    ear.to(device)
    optimiser = torch.optim.AdamW(groups_of_parameters(ear, arguments.rate, arguments.decay, arguments.frozen), weight_decay=0.01, fused=device == "cuda")
    rates = [group["lr"] for group in optimiser.param_groups]
    mean = copy.deepcopy(ear).eval()
    composer = Composer(corpus, dictionary, splits, arguments.steps, arguments.seed, arguments.share)
    augmenter = Augmenter(Surroundings(corpus, splits, device, arguments.seed), arguments.seed)
    began, progress, losses, done = time.time(), 0.0, [], 0
    if arguments.keep and os.path.exists(arguments.keep):
        kept = torch.load(arguments.keep, map_location=device)
        ear.load_state_dict(kept["ear"])
        mean.load_state_dict(kept["mean"])
        optimiser.load_state_dict(kept["optimiser"])
        done, began = kept["steps"], began - kept["seconds"]
        print(f"going on after {done} steps", flush=True)
    loader = torch.utils.data.DataLoader(composer, batch_size=None, sampler=range(done, arguments.steps), num_workers=arguments.workers, prefetch_factor=8 if arguments.workers else None)
    batches = iter(loader)
    if done:
        # After the loader, which draws a number for its workers.
        torch.set_rng_state(kept["random"].cpu())
    for step, groups in batches:
        progress = max(step / arguments.steps, (time.time() - began) / arguments.seconds)
        if progress >= 1:
            break
        warm = min(1, (step + 1) / min(200, arguments.steps / 8))
        for group, rate in zip(optimiser.param_groups, rates):
            group["lr"] = rate * warm * (1 - progress) ** 0.9
        ear.train()
        parts = []
        for k, (sounds, lengths, labels) in enumerate(groups):
            with torch.no_grad():
                mel, frames = augmenter(sounds, lengths, step, k)
                mel = F.pad(mel, (0, -mel.shape[-1] % 64), value=float((4 + 1.5 - 8) / 4))
            with in_16_bits(device):
                logs = ear(mel, frames, dropout=0.1)
            sizes = torch.tensor([len(label) for label in labels])
            part = F.ctc_loss(
                logs.transpose(0, 1), torch.tensor([token for label in labels for token in label]).to(device),
                frames, sizes.to(device), blank=BLANK, reduction="none", zero_infinity=True,
            )  # fmt: skip
            parts.append(part / sizes.to(device).clamp(min=2).sqrt())
        loss = torch.cat(parts).mean()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(ear.parameters(), 2.0)
        optimiser.step()
        losses.append(loss.detach())
        with torch.no_grad():
            weight = min(0.999, (step + 1) / (step + 20))
            torch._foreach_lerp_([*mean.parameters()], [*ear.parameters()], 1 - weight)
        if (step + 1) % 50 == 0:
            print(f"{step + 1} loss {torch.stack(losses).mean().item():.3f} {time.time() - began:.0f} s", flush=True)
            losses = []
            if arguments.keep:
                kept = {"ear": ear.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
                kept |= {"random": torch.get_rng_state(), "steps": step + 1, "seconds": time.time() - began}
                torch.save(kept, arguments.keep + ".new")
                os.replace(arguments.keep + ".new", arguments.keep)
        if (step + 1) % arguments.report == 0:
            report(mean, corpus, "development", device, lambda name: name in ("letters", "letters-more", "an4-train", "accents"))
    print(f"done after {step + 1} steps, {time.time() - began:.0f} s", flush=True)
    report(mean, corpus, "development", device)
    torch.save({name: value.half().cpu() for name, value in mean.state_dict().items()}, arguments.out)


if __name__ == "__main__":
    main()
