/** Without what would turn a line round, or move what it is shown on. */
const legible = (text: string) => text.replace(/[^\P{C}\n]|[\u2028\u2029]/gu, '?')

/** What a fault of elsewhere may tell that is nobody's to read. */
const secrets = /eyJ[\w-]+\.[\w-]+\.[\w-]+|\$argon2\S+|(?<=:\/\/)[^\s/@]*(?=@)/g

interface LoggedFault {
  [name: string]: unknown
  type: string
  message: string
  stack: string
}

/** A text of elsewhere as the log may have it: legible, without secrets, and not without end. */
export const legibleText = (text: string | undefined) => legible((text ?? '').replace(secrets, '***')).slice(0, 8_000)

/** A fault without the values that it was about: PostgreSQL tells whole rows. */
export function loggedFault(fault: unknown): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: legibleText(String(fault)), stack: '' }
  const { name, message, stack, cause } = fault
  return {
    type: name,
    message: legibleText(message),
    stack: legibleText(stack),
    ...('code' in fault && { code: fault.code }),
    ...(cause !== undefined && { cause: loggedFault(cause) }),
  }
}
