import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer, Endpoint, FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { faultText } from './form-context.ts'

type Texts = Partial<Record<string, string>>

/** A field that is not sent and must equal another field, or this text. */
interface Repeat {
  name: string
  of?: string
  text?: string
  fault: string
}

interface Options<E extends Endpoint> {
  endpoint: E
  /** The label of each field. */
  labels: Record<string, string>
  repeats?: readonly Repeat[]
  /** Fields that are optional on the wire but required for this person. */
  needed?: readonly string[]
  /** Fields that are sent as null when they are empty, instead of being left out. */
  nullWhenEmpty?: readonly string[]
  /** Values that are sent in addition and have no input. */
  besides?: Readonly<Record<string, unknown>>
  /** The call ends the caller's session. */
  endsSession?: boolean
  done: (answer: Answer<E>, form: HTMLFormElement) => unknown
}

/** A small form that is part of a screen. Its fields have their wire names. */
export function useSmallForm<E extends Endpoint>({
  endpoint,
  labels,
  repeats = [],
  needed = [],
  nullWhenEmpty = [],
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
    // The first one in the order of the form, not of the wire.
    const input = [...form.elements].find((each) => (each.getAttribute('name') ?? '') in found)
    if (input instanceof HTMLElement) input.focus()
  }

  /** Errors found here come with `values`, and an empty field is required. The server's errors keep their message. */
  const textsOf = (found: readonly FieldFault[], values?: Record<string, unknown>): Texts =>
    Object.fromEntries(
      found.map(({ path, ...message }) => [path, faultText(names, path, message, values ? values[path] : true)]),
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
    const empty = Object.fromEntries(nullWhenEmpty.map((name) => [name, null]))
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
    /** The props of a field's input. */
    input: (name: string) => ({
      name,
      label: labels[name],
      required: true,
      withAsterisk: false,
      error: faults[name],
      // PasswordInput shows the error but does not set this attribute.
      'aria-invalid': faults[name] !== undefined,
    }),
  }
}

type Form = ReturnType<typeof useSmallForm>

interface Props {
  form: Pick<Form, 'failure' | 'sending' | 'submit'>
  /** The text of the button. */
  action: string
  /** Red for an action that cannot be undone. */
  color?: 'red'
  onCancel?: (() => void) | undefined
  children: ReactNode
}

export function SmallForm({ form, action, color, onCancel, children }: Props) {
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
