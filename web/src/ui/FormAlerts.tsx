import { Alert, Anchor, Button, Group, List, Table, Text } from '@mantine/core'
import { useContext, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { dash, plainText } from '../lib/format.ts'
import { FormContext, faultText } from './form-context.ts'
import { fieldId } from './useField.ts'

/** What kept the form from being saved, with a link to each field concerned. Takes the focus after each attempt. */
export function FaultSummary() {
  const { labels } = useContext(FormContext)
  const { formState, getValues } = useFormContext()
  const { errors, submitCount } = formState
  const box = useRef<HTMLDivElement>(null)
  const faults = Object.entries(errors).filter(([name]) => name !== 'root')
  const failed = Object.keys(errors).length > 0
  useEffect(() => {
    if (failed) box.current?.focus()
  }, [failed, submitCount])
  if (!failed) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      mb="sm"
      title={faults.length > 0 ? 'Please correct these fields' : 'Not saved'}
      role="alert"
    >
      {errors.root?.message}
      <List size="sm" spacing={6}>
        {faults.map(([name, fault]) => (
          <List.Item key={name}>
            <Anchor
              href={`#${fieldId(name)}`}
              inherit
              c="inherit"
              underline="always"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
              }}
            >
              {faultText(
                labels,
                name,
                typeof fault?.message === 'string' ? fault.message : 'is not valid',
                fault?.type === 'server' ? true : getValues(name),
              )}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

export interface Difference {
  name: string
  mine: unknown
  theirs: unknown
}

interface Conflict {
  differences: Difference[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody saved in between: what differs, field by field, and whose version shall count. */
export function ConflictPanel({ differences, onTheirs, onMine }: Conflict) {
  const { labels, texts } = useContext(FormContext)
  const shown = (name: string, value: unknown, other: unknown) => (texts.get(name) ?? plainText)(value, other) || dash
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="orange"
      mb="sm"
      title="Somebody saved this record while you were editing it"
      role="alert"
    >
      {differences.length === 0 ? (
        <Text size="sm">They changed other fields than you. Saving yours keeps theirs too.</Text>
      ) : (
        <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} role="region" aria-label="Differences">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Field</Table.Th>
                <Table.Th scope="col">Yours</Table.Th>
                <Table.Th scope="col">Theirs</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ name, mine, theirs }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{labels.get(name) ?? name}</Table.Th>
                  <Table.Td>{shown(name, mine, theirs)}</Table.Td>
                  <Table.Td>{shown(name, theirs, mine)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onTheirs}>
          Load their version
        </Button>
        <Button onClick={onMine}>Keep mine and save</Button>
      </Group>
    </Alert>
  )
}
