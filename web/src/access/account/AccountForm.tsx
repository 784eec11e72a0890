import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer, Endpoint, FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { faultText } from '../../ui/form/form-context.ts'

type Texts = Partial<Record<string, string>>

/** A field that is not sent and must say the same as another, or this text. */
interface Repeat {
  name: string
  of?: string
  text?: string
  fault: string
}

interface Options<E extends Endpoint> {
  endpoint: E
  /** What the fields are called on the screen. */
  labels: Record<string, string>
  repeats?: readonly Repeat[]
  /** Fields that the wire can do without, and this person cannot. */
  needed?: readonly string[]
  /** Fields that are sent as nothing when they are empty, rather than left out. */
  emptied?: readonly string[]
  /** What is sent besides, and stands in no input of its own. */
  besides?: Readonly<Record<string, unknown>>
  /** After the call nobody is signed in any more. */
  endsSession?: boolean
  done: (answer: Answer<E>, form: HTMLFormElement) => unknown
}

/** A small form of one's own page, whose fields are named as the wire names them. */
export function useAccountForm<E extends Endpoint>({
  endpoint,
  labels,
  repeats = [],
  needed = [],
  emptied = [],
  besides = {},
  endsSession = false,
  done,
}: Options<E>) {
  const save = useSave({ endsSession })
  const [faults, setFaults] = useState<Texts>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const names = new Map(Object.entries(labels))

  function refuse(form: HTMLFormElement, found: Texts) {
    setFaults(found)
    // The first as the form has them, not as the wire does.
    const input = [...form.elements].find((each) => (each.getAttribute('name') ?? '') in found)
    if (input instanceof HTMLElement) input.focus()
  }

  /** What the server refuses was there; what is missed here may not have been. */
  const textsOf = (found: readonly FieldFault[], values?: Record<string, unknown>): Texts =>
    Object.fromEntries(
      found.map(({ path, ...said }) => [path, faultText(names, path, said, values ? values[path] : true)]),
    )

  function faultsOf(values: Record<string, unknown>, body: Record<string, unknown>): Texts {
    const parsed = endpoint.body && z.safeParse(endpoint.body, body)
    const differing = repeats.filter(({ name, of = '', text = values[of] }) => values[name] !== text)
    const missing = needed.filter((name) => values[name] === '').map((name) => ({ path: name, message: 'is required' }))
    const found = (parsed?.error?.issues ?? []).map((issue) => ({
      path: String(issue.path[0]),
      ...messageOfIssue(issue),
    }))
    const texts = textsOf([...found, ...missing], values)
    return { ...texts, ...Object.fromEntries(differing.map(({ name, fault }) => [name, fault])) }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(new FormData(form))
    const isSent = (name: string) => values[name] !== '' && !repeats.some((repeat) => repeat.name === name)
    const empty = Object.fromEntries(emptied.map((name) => [name, null]))
    const body = {
      ...empty,
      ...besides,
      ...Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name))),
    }
    const found = faultsOf(values, body)
    setFailure(null)
    refuse(form, found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      await done(await save(endpoint, body), form)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.fields.length === 0) setFailure(error.message)
      refuse(form, textsOf(error.fields))
    } finally {
      setSending(false)
    }
  }

  return {
    failure,
    sending,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** For the input of a field. */
    input: (name: string) => ({
      name,
      label: labels[name],
      required: true,
      withAsterisk: false,
      error: faults[name],
      // PasswordInput says it to the eye only.
      'aria-invalid': faults[name] !== undefined,
    }),
  }
}

type Form = ReturnType<typeof useAccountForm>

interface Props {
  form: Pick<Form, 'failure' | 'sending' | 'submit'>
  /** What the button says. */
  action: string
  /** What cannot be taken back is red. */
  color?: 'red'
  onCancel?: (() => void) | undefined
  children: ReactNode
}

export function AccountForm({ form, action, color, onCancel, children }: Props) {
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack gap="sm" maw="22rem" align="stretch">
        {children}
        {form.failure && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {form.failure}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" loading={form.sending} {...(color && { color })}>
            {action}
          </Button>
          {onCancel && (
            <Button variant="subtle" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
