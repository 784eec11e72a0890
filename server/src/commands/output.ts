export const say = (line: string) => process.stdout.write(`${line}\n`)
export const counted = (count: number, noun: string, nouns = `${noun}s`) => `${count} ${count === 1 ? noun : nouns}`
