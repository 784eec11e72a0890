import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { noSuchDepartment } from '@plinth/api/platform/contract-imports'
import type { ImportFailure } from '@plinth/api/platform/import-results'
import { createOffice, headOffice } from '@plinth/api/tenders/offices'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { newKey } from '../../lib/request.ts'
import { useCan } from '../../lib/useCan.ts'

interface Unknown {
  name: string
  /** A known name is similar: it may be a misspelling. */
  isDoubtful: boolean
}

/** The unknown departments in rejected rows, each once. */
function unknownIn(failures: readonly ImportFailure[]): Unknown[] {
  const faults = failures
    .flatMap((failure) => failure.faults)
    .filter(({ message }) => message.startsWith(noSuchDepartment))
  const names = new Map(faults.map(({ value, parts }) => [value.toLowerCase(), { value, parts }]))
  return [...names.values()].map(({ value, parts }) => ({
    name: value,
    isDoubtful: parts?.values['near'] !== undefined,
  }))
}

interface Props {
  failures: readonly ImportFailure[]
  /** Sends the file again if it is still available. */
  onAgain: (() => void) | null
}

/** Departments of a sheet without an office of the company; correct ones can be entered from here. */
export function UnknownDepartments({ failures, onAgain }: Props) {
  const unknown = unknownIn(failures)
  const mayEnter = useCan(createOffice)
  const [chosen, choose] = useState(() => unknown.filter(({ isDoubtful }) => !isDoubtful).map(({ name }) => name))
  const [entered, setEntered] = useState<readonly string[]>([])
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  if (unknown.length === 0 || !mayEnter) return null
  const left = unknown.filter(({ name }) => !entered.includes(name))

  async function enter() {
    setSending(true)
    setFault(undefined)
    try {
      for (const department of chosen) {
        await call(createOffice, { body: { department, name: headOffice } }, { idempotencyKey: newKey() })
        setEntered((before) => [...before, department])
      }
      choose([])
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <Alert color="yellow" mb="md" title={t('Departments that are not among your offices')}>
      <Stack gap="xs">
        {left.length > 0 && (
          <>
            <Text size="sm">
              {t(
                'Choose those that are written as they should be. An office is entered for each; its address can follow.',
              )}
            </Text>
            <Checkbox.Group value={chosen} onChange={choose}>
              <Group gap="sm">
                {left.map(({ name }) => (
                  <Checkbox key={name} value={name} label={name} />
                ))}
              </Group>
            </Checkbox.Group>
          </>
        )}
        {fault && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {fault}
          </Text>
        )}
        <Text size="sm" role="status">
          {entered.length > 0 &&
            t('{offices} entered. Send the file again to store their rows.', {
              offices: counted(entered.length, 'office'),
            })}
        </Text>
        <Group gap="xs">
          {left.length > 0 && (
            <Button disabled={chosen.length === 0} loading={isSending} onClick={() => void enter()}>
              {t('Enter {offices}', { offices: counted(chosen.length, 'office') })}
            </Button>
          )}
          {entered.length > 0 && onAgain && (
            <Button variant="default" onClick={onAgain}>
              {t('Send the file again')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
