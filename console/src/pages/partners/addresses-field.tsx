// Where a client may call from, in both of its forms.

import { TagsInput, type TagsInputProps } from '@mantine/core'

export function AddressesField(props: TagsInputProps) {
  return (
    <TagsInput
      label="Addresses"
      description="Ranges that it may call from, such as 192.0.2.0/24. Press Enter after each. Empty: from anywhere."
      placeholder="192.0.2.0/24"
      maxTags={50}
      {...props}
    />
  )
}
