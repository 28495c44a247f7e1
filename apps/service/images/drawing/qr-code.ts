import qrCode from "qrcode-generator";

/** Light modules around a code, as its standard wants them. */
const QUIET = 4;

/** A code that leads to an address. */
export interface QrCode {
  /** Modules in a row, with the quiet zone. */
  side: number;
  isDark(row: number, column: number): boolean;
}

export function qrCodeOf(address: string): QrCode {
  const code = qrCode(0, "M");
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const isInside = (at: number) => at >= QUIET && at < QUIET + count;
  return {
    side: count + 2 * QUIET,
    isDark: (row, column) =>
      isInside(row) && isInside(column) && code.isDark(row - QUIET, column - QUIET),
  };
}

/** A code as a path of SVG. A module is a pixel. Dark modules side by side are one box, so that no seam shows. */
export function pathOf({ side, isDark }: QrCode): string {
  const boxes: string[] = [];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      let end = column;
      while (isDark(row, end)) end += 1;
      if (end > column) boxes.push(`M${column} ${row}h${end - column}v1h${column - end}z`);
      column = Math.max(column, end);
    }
  }
  return boxes.join("");
}
