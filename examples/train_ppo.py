"""Train a MaskablePPO agent against three random bots, and draw its learning curve.

pip install 'praefectus[rl]' matplotlib sb3-contrib torch==2.13.0
python examples/train_ppo.py --minutes 10
"""

import argparse
import time

import matplotlib.pyplot as plt
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from praefectus.envs import ConcordiaEnv

WINDOW = 200  # games a point of the curve averages over


class Curve(BaseCallback):
    """Notes who won each game, and stops the training in time."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.began, self.minutes, self.wins, self.points = time.monotonic(), minutes, [], []

    def _on_step(self) -> bool:
        for done, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if done:
                self.wins.append(info["place"] == 1)
                if len(self.wins) % 50 == 0:
                    recent = self.wins[-WINDOW:]
                    self.points.append((self.num_timesteps, 100 * sum(recent) / len(recent)))
        return time.monotonic() - self.began < 60 * self.minutes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--map", default="imperium")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--envs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="ppo.zip")
    parser.add_argument("--figure", default="ppo.png")
    args = parser.parse_args()

    def make() -> ConcordiaEnv:
        return ConcordiaEnv(args.map, args.players, shaping=0.02, skip_forced=True)

    model = MaskablePPO(
        "MlpPolicy", DummyVecEnv([make] * args.envs), n_steps=256, batch_size=512, n_epochs=4,
        learning_rate=5e-4, gamma=0.995, ent_coef=0.01, policy_kwargs={"net_arch": [256, 128]},
        seed=args.seed,
    )  # fmt: skip
    curve = Curve(args.minutes)
    model.learn(total_timesteps=10**9, callback=curve)
    model.save(args.model)

    games, last = len(curve.wins), curve.wins[-WINDOW:]
    steps, rate = model.num_timesteps, 100 * sum(last) / max(len(last), 1)
    cpu = time.process_time() / 60
    print(f"{steps:,} decisions, {games:,} games, {cpu:.1f} minutes of processor time")
    print(f"{rate:.0f} % of the last {len(last)} games won, par is {100 / args.players:.0f} %")
    plt.switch_backend("Agg")
    plt.figure(figsize=(6, 3.5))
    plt.plot(*zip(*(curve.points or [(steps, rate)]), strict=True), label="MaskablePPO")
    plt.axhline(100 / args.players, color="gray", linestyle=":", label="par")
    plt.ylim(0, 100)
    plt.xlabel("decisions of the learner")
    plt.ylabel(f"games won (%), mean of {WINDOW}")
    plt.title(f"{args.map}, one learner against {args.players - 1} random bots")
    plt.legend()
    plt.savefig(args.figure, dpi=150, bbox_inches="tight")


if __name__ == "__main__":
    main()
