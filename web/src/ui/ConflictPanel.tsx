import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useContext, useEffect, useRef } from 'react'
import { dash, plainText } from '../lib/format.ts'
import { FormContext } from './form-context.ts'

export interface Difference {
  name: string
  mine: unknown
  theirs: unknown
}

const shown = (value: unknown) => plainText(value) || dash

interface Props {
  differences: Difference[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody saved in between: what differs, field by field, and whose version shall count. */
export function ConflictPanel({ differences, onTheirs, onMine }: Props) {
  const { labels } = useContext(FormContext)
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
                  <Table.Td>{shown(mine)}</Table.Td>
                  <Table.Td>{shown(theirs)}</Table.Td>
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
