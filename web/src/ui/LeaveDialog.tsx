import { Button, Group, Modal, Text } from '@mantine/core'

/** Asks whether typed values may be left behind. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal opened onClose={onStay} title="Leave without saving?" centered>
      <Text mb="md">What you have typed has not been saved.</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button color="red" onClick={onLeave}>
          Leave
        </Button>
      </Group>
    </Modal>
  )
}
