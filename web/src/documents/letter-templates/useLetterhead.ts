import { removeLetterhead, uploadLetterhead } from '@plinth/api/documents/letterheads'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t, translated } from '../../lib/language.ts'
import { isReadable } from '../../lib/upload.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'

type Act = 'choose' | 'remove'

/** The fault of a chosen file, as far as the browser can find it. */
async function faultOf(file: File): Promise<string | null> {
  const { upload } = uploadLetterhead
  if (upload && file.size > upload.maxBytes) return translated(upload.tooLarge)
  return (await isReadable(file)) ? null : t('The file was changed since it was chosen. Please choose it again.')
}

/** Uploads or removes the letterhead; holds which of the two runs, and why the last attempt failed. */
export function useLetterhead() {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Act | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const forget = useRef<() => void>(null)
  const chooser = useRef<HTMLButtonElement>(null)

  // While a request runs every button is disabled, and after a removal one is gone; the focus would be lost.
  useEffect(() => {
    if (busy === null) return undefined
    const button = chooser.current
    return () => {
      if (document.activeElement === document.body) button?.focus()
    }
  }, [busy])

  /** `act` returns what was wrong with its input, or null when it succeeded. */
  async function attempt(kind: Act, act: () => Promise<string | null>, done: string) {
    setFault(null)
    setBusy(kind)
    try {
      const wrong = await act()
      setFault(wrong)
      await client.invalidateQueries()
      if (wrong === null) void alertSuccess(done)
    } catch (error) {
      setFault(reasonOf(error))
    } finally {
      setBusy(null)
      // Otherwise the browser would not report choosing the same, corrected file again.
      forget.current?.()
    }
  }
  async function send(file: File): Promise<string | null> {
    const wrong = await faultOf(file)
    if (wrong === null) await call(uploadLetterhead, { body: file })
    return wrong
  }
  async function removeFile(): Promise<null> {
    await call(removeLetterhead, {})
    return null
  }
  return {
    busy,
    fault,
    forget,
    chooser,
    choose: (file: File) =>
      attempt('choose', () => send(file), t('Letters in Word are on {name} from now on', { name: file.name })),
    remove: () => attempt('remove', removeFile, t('Letters in Word are on our plain page again')),
  }
}
