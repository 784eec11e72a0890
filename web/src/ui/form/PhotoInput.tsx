export interface PhotoInputProps {
  /** Omitted if a text beside the input labels it. */
  label?: string
  onPhoto: (photo: File) => void
}

/** Opens the camera of a phone; elsewhere the user chooses a picture. */
export const PhotoInput = ({ label, onPhoto }: PhotoInputProps) => (
  <input
    type="file"
    accept="image/*"
    capture="environment"
    aria-label={label}
    onChange={({ currentTarget }) => {
      const [photo] = currentTarget.files ?? []
      // Otherwise the browser reports no change when the same file is taken again.
      currentTarget.value = ''
      if (photo) onPhoto(photo)
    }}
  />
)
