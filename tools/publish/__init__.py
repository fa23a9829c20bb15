"""For releases and documents: the files of a release, generated pages, diagrams and pictures."""
