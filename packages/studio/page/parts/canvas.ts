/** Draws on a canvas with as many dots as the screen has; gives the size in the units of the page. */
export function prepare(
  canvas: HTMLCanvasElement,
): { draw: CanvasRenderingContext2D; width: number; height: number } | null {
  const draw = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (draw === null || width === 0) return null;
  const dots = devicePixelRatio;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  draw.setTransform(dots, 0, 0, dots, 0, 0);
  draw.clearRect(0, 0, width, height);
  return { draw, width, height };
}

/** The colours of the page as they are now: light or dark. */
export function coloursOf(element: Element): (name: string) => string {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    const colour = known.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    known.set(name, colour);
    return colour;
  };
}
