import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { imageFaults, imageTypes, imageUpload } from '@plinth/api/kernel/images'
import { IconUser } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../lib/call.ts'

interface Props {
  src: string | null
  /** Whose picture it is. */
  name: string
  disabled?: boolean
  choose: (file: File) => Promise<void>
  remove: () => Promise<void>
}

/** The first bytes of JPEG, PNG, GIF and WEBP (after the size of its RIFF box), whatever the file is called. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/]

async function faultOf(file: File): Promise<string | null> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  if (!signatures.some((signature) => signature.test(head))) return imageFaults.type
  return file.size > imageUpload.maxBytes ? imageFaults.size : null
}

function textOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'The image could not be saved. Please try again.'
  const [field] = error.fields
  return field ? `The file ${field.message}.` : error.message
}

/** A profile image, which is shown, sent and removed at once, apart from any form around it. */
export function ProfileImageInput({ src, name, disabled, choose, remove }: Props) {
  const noteId = useId()
  const [sending, setSending] = useState<'choose' | 'remove' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const forget = useRef<() => void>(null)
  const chooser = useRef<HTMLButtonElement>(null)

  // While something is sent no button is enabled, and after a removal one is gone: the focus would be nowhere.
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
      // Else choosing the same file again would be no change to the browser.
      forget.current?.()
    }
  }

  const idle = !disabled && sending === null
  return (
    <Group gap="md" align="center" wrap="nowrap" role="group" aria-label="Profile image">
      <Avatar src={src} alt={src ? `Profile image of ${name}` : ''} size={88} radius="sm">
        <IconUser size={44} stroke={1.4} aria-label="No profile image" />
      </Avatar>
      <Stack gap={6} miw={0}>
        <Group gap="xs">
          <FileButton
            accept={imageTypes.join(',')}
            resetRef={forget}
            onChange={(file) => file && void attempt('choose', async () => (await faultOf(file)) ?? choose(file))}
          >
            {(props) => (
              <Button
                {...props}
                ref={chooser}
                variant="default"
                size="compact-md"
                aria-label={src ? 'Replace profile image' : 'Choose profile image'}
                aria-describedby={noteId}
                disabled={!idle}
                loading={sending === 'choose'}
              >
                {src ? 'Replace' : 'Choose'}
              </Button>
            )}
          </FileButton>
          {src && (
            <Button
              variant="subtle"
              size="compact-md"
              aria-label="Remove profile image"
              disabled={!idle}
              loading={sending === 'remove'}
              onClick={() => void attempt('remove', remove)}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text id={noteId} size="xs" c="dimmed">
          JPEG, PNG, WEBP or GIF, under 2 MB. It is cropped to a square.
        </Text>
        {fault && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {fault}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
