/** A setting or a state of this machine that stops the start; its message is one sentence for the person starting it. */
export class StartError extends Error {}

/** A line for whoever runs the server: what is wrong with the machine is theirs to mend, not the caller's. */
export const warnOperator = (line: string) => void process.stderr.write(`${line}\n`)
