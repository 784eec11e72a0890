/** Replaces characters that would reverse a line or move the cursor. */
const legible = (text: string) => text.replace(/[^\P{C}\n]|[\u2028\u2029]/gu, '?')

/** Secrets that the message of a foreign error may contain. */
const secrets = /eyJ[\w-]+\.[\w-]+\.[\w-]+|\$argon2\S+|(?<=:\/\/)[^\s/@]*(?=@)/g

interface LoggedFault {
  [name: string]: unknown
  type: string
  message: string
  stack: string
}

/** A foreign text for the log: legible, without secrets, and of limited length. */
export const legibleText = (text: string | undefined) => legible((text ?? '').replace(secrets, '***')).slice(0, 8_000)

/** An error for the log without the values it was about; PostgreSQL's errors contain whole rows in their details. */
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
