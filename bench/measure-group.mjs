// Carries one group of comparisons out and turns its samples into rows.
import { freemem, loadavg } from 'node:os';
import { contest } from './contest.mjs';
import { installPeer } from './peers.mjs';
import { missingCommand } from './missing-command.mjs';
import { median, pairedRatio, percentile } from './statistics.mjs';
import { verdictOf } from './verdict.mjs';

/** The rows of a group that were asked for; what cannot be measured says why. */
export async function measureGroup(group, { rows, processes, pace }) {
  const { tasks, missing } = await prepareSides(group, sidesOf(group, rows), { processes, pace });
  const result = await contest(tasks, paceOf(group, pace));
  const problems = new Map([...missing, ...result.problems]);
  const load = Number(loadavg()[0].toFixed(2));
  return rows.map((row) => {
    const why = problems.get(row.of) ?? problems.get(row.over);
    if (why !== undefined) return notMeasured(group, row, why);
    const control = problems.has(group.control?.of) || problems.has(group.control?.over) ? null : group.control;
    return { ...headOf(group, row), ...figures(row, control, result), load };
  });
}

/** A row without figures, and why. */
export const notMeasured = (group, row, why) => ({ ...headOf(group, row), verdict: 'not measured', why });

const headOf = (group, row) => ({ name: row.name, group: group.name, title: row.title, bar: barOf(row) });

const sidesOf = (group, rows) =>
  Object.keys(group.sides).filter(
    (name) =>
      [group.control?.of, group.control?.over].includes(name) || rows.some(({ of, over }) => [of, over].includes(name)),
  );

async function prepareSides(group, names, { processes, pace }) {
  const tasks = new Map();
  const missing = new Map();
  const prepareSide = async (name) => {
    const side = group.sides[name];
    const why = whyMissing(group, side, pace);
    if (why !== null) throw new Error(why);
    return processes.prepare(side.place ?? `${group.name}/${name}`, side);
  };
  const settled = await Promise.allSettled(names.map(prepareSide));
  for (const [index, { value, reason }] of settled.entries()) {
    if (value === undefined) missing.set(names[index], reason.message);
    else tasks.set(names[index], value);
  }
  return { tasks, missing };
}

function whyMissing({ freeMb = 0, lacks }, { peer, command, ballastMb = 0 }, { isQuick }) {
  const lacking = lacks?.() ?? null;
  if (lacking !== null) return lacking;
  if (ballastMb > 0 && freemem() < freeMb * 2 ** 20) return `needs ${freeMb} MB of free memory`;
  if (peer !== undefined) return installPeer(peer, !isQuick);
  return command === undefined ? null : missingCommand(command);
}

const paceOf = (group, { rounds, fewestRounds, warmUpRounds, budgetMs, isQuick }) => ({
  rounds: (isQuick ? group.quickRounds : group.rounds) ?? rounds,
  fewestRounds: Math.min(fewestRounds, group.quickRounds ?? fewestRounds),
  // A host in the middle of a session has fired some hundreds of events: its code and its peer's are compiled.
  eventsBefore: Math.ceil((group.eventsBefore ?? 0) / (isQuick ? 10 : 1)),
  warmUpRounds: group.warmUpRounds ?? warmUpRounds,
  budgetMs: budgetMs(),
  pauseMs: group.pauseMs ?? 20,
  repeat: group.repeat ?? 1,
});

const barOf = ({ bar, worstMs }) =>
  worstMs === undefined ? (bar === null ? null : { ratioAtMost: bar }) : { worstAtMostMs: worstMs };

function figures(row, control, { samples, residentMb }) {
  const { ratio, low, high } = pairedRatio(samples.get(row.of), samples.get(row.over));
  const sideOf = (name) => ({
    side: name,
    medianMs: rounded(median(samples.get(name))),
    p95Ms: rounded(percentile(samples.get(name), 95)),
    worstMs: rounded(Math.max(...samples.get(name))),
    residentMb: Math.round(residentMb.get(name)),
  });
  const [of, over] = [sideOf(row.of), sideOf(row.over)];
  return {
    ratio: rounded(ratio),
    low: rounded(low),
    high: rounded(high),
    p95Ratio: rounded(of.p95Ms / over.p95Ms),
    verdict: verdictOf({ bar: barOf(row), low, high, of }),
    of,
    over,
    rounds: samples.get(row.of).length,
    control: control === null ? null : controlOf(control, samples),
  };
}

function controlOf({ of, over }, samples) {
  const { ratio, low, high } = pairedRatio(samples.get(of), samples.get(over));
  // A side that differs from itself by more than this says that the machine was too busy to tell sides apart.
  return { ratio: rounded(ratio), low: rounded(low), high: rounded(high), isSteady: Math.abs(ratio - 1) <= 0.1 };
}

const rounded = (value) => Number(value.toPrecision(4));
