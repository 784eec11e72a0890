/** A setting or a state of this machine that stops the start; its message is one sentence for the person starting it. */
export class StartError extends Error {}

/** Writes a line to stderr for the person who runs the server and can mend the machine; the caller cannot. */
export const warnOperator = (line: string) => void process.stderr.write(`${line}\n`)
