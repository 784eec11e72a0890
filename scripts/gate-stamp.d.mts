export function headIfClean(folder?: string): string | undefined

export function stampGate(head: string | undefined, lines: { line: string; minutes: string }, folder?: string): void
