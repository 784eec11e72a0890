import { imageFaults, imageUpload } from '@plinth/api/access/account'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { t, translated, worded } from '../../lib/language.ts'

/** The first bytes of JPEG, PNG, GIF and WEBP (after the size of its RIFF box), whatever the file's name is. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/]

/** Why a file cannot be a profile image; null if it can. */
export async function faultOf(file: File): Promise<string | null> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  if (!signatures.some((signature) => signature.test(head))) return translated(imageFaults.type)
  return file.size > imageUpload.maxBytes ? translated(imageFaults.size) : null
}

function textOf(error: unknown): string {
  if (!(error instanceof CallError)) return t('The image could not be saved. Please try again.')
  const [field] = error.fields
  return field ? t('The file {message}.', { message: worded(field) }) : error.message
}

/** The upload or removal of a profile image: which one is running, and why the last one failed. */
export function useImageSending() {
  const [sending, setSending] = useState<'choose' | 'remove' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const resetChooser = useRef<() => void>(null)
  const chooser = useRef<HTMLButtonElement>(null)

  // The buttons are disabled while a call runs, and Remove disappears after it. The focus would then be lost.
  useEffect(() => {
    if (sending === null) return undefined
    const button = chooser.current
    return () => {
      if (document.activeElement === document.body) button?.focus()
    }
  }, [sending])

  async function attempt(kind: 'choose' | 'remove', act: () => Promise<string | void>) {
    setFault(null)
    setSending(kind)
    try {
      setFault((await act()) ?? null)
    } catch (error) {
      setFault(textOf(error))
    } finally {
      setSending(null)
      // Without a reset, the browser would not report a second choice of the same file.
      resetChooser.current?.()
    }
  }

  return { sending, fault, resetChooser, chooser, attempt }
}
