import type { Latency } from '../api.ts';
import { lengthOf } from '../text/format.ts';
import { coloursOf, prepare } from './canvas.ts';

const [LEFT, RIGHT, TOP, BOTTOM] = [64, 8, 8, 40];
const STRIP = 10;

/** Where times and milliseconds lie on a canvas. */
interface Scale {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  readonly width: number;
  readonly height: number;
}

const xOf = ({ from, to, width }: Scale, at: number): number =>
  LEFT + ((at - from) / Math.max(1, to - from)) * (width - LEFT - RIGHT);
const yOf = ({ most, height }: Scale, ms: number): number => height - BOTTOM - (ms / most) * (height - TOP - BOTTOM);

/** Draws p50 and p95 over time, and below them a strip that is darker where the p95 is higher. */
export function drawChart(canvas: HTMLCanvasElement, series: Latency['series']): void {
  const ready = prepare(canvas);
  if (ready === null || series.at.length === 0) return;
  const { draw, width, height } = ready;
  const colour = coloursOf(canvas);
  const highest = Math.max(1, ...[...series.p50, ...series.p95].map((value) => value ?? 0));
  const step = niceStep(highest / 4);
  const scale: Scale = {
    from: series.at[0] ?? 0,
    to: series.at.at(-1) ?? 1,
    most: Math.ceil(highest / step) * step,
    width,
    height,
  };
  draw.font = `11px ${getComputedStyle(canvas).fontFamily}`;
  draw.lineJoin = 'round';
  drawAxes(draw, scale, step, colour);
  drawLine(draw, scale, { times: series.at, values: series.p50 }, { colour: colour('ask'), width: 1.5 });
  drawLine(draw, scale, { times: series.at, values: series.p95 }, { colour: colour('fault'), width: 2 });
  drawStrip(draw, scale, series, colour('fault'));
}

type Pen = CanvasRenderingContext2D;

function drawAxes(draw: Pen, scale: Scale, step: number, colour: (name: string) => string): void {
  draw.fillStyle = colour('quiet');
  draw.strokeStyle = colour('line');
  draw.lineWidth = 1;
  draw.textBaseline = 'middle';
  draw.textAlign = 'right';
  for (let ms = 0; ms <= scale.most; ms += step) {
    const y = Math.round(yOf(scale, ms)) + 0.5;
    stroke(draw, [LEFT, y], [scale.width - RIGHT, y]);
    draw.fillText(lengthOf(ms), LEFT - 8, y);
  }
  draw.textAlign = 'center';
  for (const { at, text } of timeTicks(scale.from, scale.to, Math.max(2, Math.floor(scale.width / 110)))) {
    const x = Math.round(xOf(scale, at)) + 0.5;
    stroke(draw, [x, scale.height - BOTTOM], [x, scale.height - BOTTOM + 4]);
    draw.fillText(text, Math.max(LEFT, Math.min(scale.width - 24, x)), scale.height - BOTTOM + 14);
  }
}

function stroke(draw: Pen, [x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): void {
  draw.beginPath();
  draw.moveTo(x, y);
  draw.lineTo(toX, toY);
  draw.stroke();
}

function drawLine(
  draw: Pen,
  scale: Scale,
  { times, values }: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  pen: { readonly colour: string; readonly width: number },
): void {
  draw.strokeStyle = draw.fillStyle = pen.colour;
  draw.lineWidth = pen.width;
  draw.beginPath();
  for (const [at, value] of values.entries())
    if (value !== null) draw.lineTo(xOf(scale, times[at] ?? 0), yOf(scale, value));
  draw.stroke();
  for (const [at, value] of values.entries())
    if (value !== null) draw.fillRect(xOf(scale, times[at] ?? 0) - 1.5, yOf(scale, value) - 1.5, 3, 3);
}

function drawStrip(draw: Pen, scale: Scale, { at, p95 }: Latency['series'], colour: string): void {
  const step = (scale.width - LEFT - RIGHT) / Math.max(1, at.length);
  draw.fillStyle = colour;
  for (const [index, value] of p95.entries()) {
    if (value === null) continue;
    draw.globalAlpha = 0.12 + 0.88 * (value / scale.most);
    draw.fillRect(LEFT + index * step, scale.height - STRIP, Math.ceil(step), STRIP);
  }
  draw.globalAlpha = 1;
}

/** 1, 2 or 5 with zeros behind it, not smaller than what is asked for. */
function niceStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((each) => each * ten >= least) ?? 10) * ten;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const STEPS = [1, 5, 15, 30, 60, 180, 360, 720].map((each) => each * MINUTE);

/** Whole hours and days of the local clock, at most so many. */
function timeTicks(from: number, to: number, most: number): readonly { readonly at: number; readonly text: string }[] {
  const least = (to - from) / most;
  const step = STEPS.find((each) => each >= least) ?? Math.ceil(least / DAY) * DAY;
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  const first = midnight + Math.ceil((from - midnight) / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step).map((at) => ({ at, text: tickText(at) }));
}

const two = (value: number): string => String(value).padStart(2, '0');

function tickText(at: number): string {
  const date = new Date(at);
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return clock === '00:00' ? `${two(date.getMonth() + 1)}-${two(date.getDate())}` : clock;
}

/** Which of the stretches lies below a place on the canvas. */
export function stretchAt(canvas: HTMLCanvasElement, x: number, count: number): number {
  const part = (x - LEFT) / Math.max(1, canvas.clientWidth - LEFT - RIGHT);
  return Math.max(0, Math.min(count - 1, Math.round(part * (count - 1))));
}
