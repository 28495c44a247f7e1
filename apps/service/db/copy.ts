// A statement that ends in FROM_VALUE reads its rows, in the text format of COPY, from its one value.

const FROM_VALUE = " from stdin";

/** @param beginning names the table and its columns */
export const copyStatement = (beginning: string) => beginning + FROM_VALUE;

export const isCopy = (text: string) => text.endsWith(FROM_VALUE);

/** The statement for PGlite, which reads the rows from a file that it is given. */
export const copyFromBlob = (text: string) => text.replace(FROM_VALUE, " from '/dev/blob'");
