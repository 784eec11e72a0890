import { Autocomplete, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type Message, messageOfIssue } from '@plinth/api/kernel/messages'
import { createOffice, type Office, officeInput, officeLabels } from '@plinth/api/tenders/offices'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { safeParse } from 'zod/v4/core'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t, translated } from '../../lib/language.ts'
import { newKey } from '../../lib/request.ts'
import { faultText } from '../../ui/form/form-context.ts'
import choices from '../../ui/shell/choices.module.css'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { departmentsOf, officesKey, useOffices } from './useOffices.ts'

const names = ['department', 'name', 'designation'] as const
type Name = (typeof names)[number]
type Values = Record<Name, string>
type Faults = Partial<Record<Name | 'root', Message>>

const labels = new Map<string, string>(names.map((name) => [name, translated(officeLabels[name])]))
const isName = (path: string): path is Name => names.some((name) => name === path)

/** Each error at its field; errors of other fields above the form. */
const faultsAt = (found: readonly [path: string, message: Message][]): Faults =>
  Object.fromEntries(found.toReversed().map(([path, message]) => [isName(path) ? path : 'root', message]))

function useNewOffice(onStored: (office: Office) => void) {
  const [values, setValues] = useState<Values>({ department: '', name: '', designation: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [isSending, setSending] = useState(false)
  const [idempotencyKey] = useState(newKey)
  const queryClient = useQueryClient()

  async function send() {
    const { error } = safeParse(officeInput, values)
    setFaults(faultsAt((error?.issues ?? []).map((issue) => [String(issue.path[0]), messageOfIssue(issue)])))
    if (error) return
    setSending(true)
    try {
      const office = await call(createOffice, { body: values }, { idempotencyKey })
      await queryClient.invalidateQueries({ queryKey: officesKey })
      onStored(office)
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal
      const { fields, message } = refusal
      setFaults(faultsAt(fields.length > 0 ? fields.map((field) => [field.path, field]) : [['root', { message }]]))
    } finally {
      setSending(false)
    }
  }
  const inputOf = (name: Name) => {
    const fault = faults[name]
    return {
      label: labels.get(name),
      value: values[name],
      error: fault && faultText(labels, name, fault, values[name]),
    }
  }
  const set = (name: Name) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  return { inputOf, set, send, isSending, failure: faults.root?.message }
}

interface Props {
  onEntered: (office: Office) => void
  onClose: () => void
}

/** Creates an office in a dialog over the form in which it is chosen. Its other fields are entered on its own page. */
export function NewOffice({ onEntered, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const { offices } = useOffices()
  const { inputOf, set, send, isSending, failure } = useNewOffice((office) => {
    onEntered(office)
    close()
  })
  // React events bubble to the form below the dialog, which must not be submitted.
  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  return (
    <Modal
      {...props}
      title={t('New office')}
      centered
      onKeyDown={(event) => {
        if (event.key === 's' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          {failure && (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {failure}
            </Text>
          )}
          <Autocomplete
            {...inputOf('department')}
            data={departmentsOf(offices)}
            openOnFocus={false}
            onChange={set('department')}
            withScrollArea={false}
            classNames={{ options: choices['options'] ?? '' }}
            required
            data-autofocus
          />
          <TextInput {...inputOf('name')} onChange={(event) => set('name')(event.currentTarget.value)} required />
          <TextInput
            {...inputOf('designation')}
            onChange={(event) => set('designation')(event.currentTarget.value)}
            description={t('Whom letters are addressed to')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {t('Enter and choose')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
