import { restoreBackup, takeBackup } from './commands/backups.ts'
import { run } from './commands/running.ts'
import { start } from './commands/serve.ts'
import { verifyAudit, verifyBills, verifyDeadlines, verifyDocuments } from './commands/verify.ts'
import { StartError } from './kernel/start-error.ts'

const commands: Record<string, (args: string[]) => Promise<void>> = {
  start,
  'verify-documents': verifyDocuments,
  'verify-audit': ([headsFile]) => verifyAudit(headsFile),
  'verify-bills': verifyBills,
  'verify-deadlines': (args) => verifyDeadlines(args.includes('--mend')),
  backup: takeBackup,
  restore: restoreBackup,
}

const [name = 'start', ...args] = process.argv.slice(2)
// For a server a signal is a normal end; any other command is interrupted before it has finished.
run(
  async () => {
    const command = commands[name]
    if (!command) throw new StartError(`There is no command ${name}, only ${Object.keys(commands).join(', ')}.`)
    await command(args)
  },
  name === 'start' ? 0 : 1,
)
