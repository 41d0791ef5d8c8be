import Documents
import Glibc

/// Removes an earlier run's results from a folder, and nothing else.
func removeResults(in folder: String) {
  // The manifest first: tables without a manifest are ignored, but a manifest without its tables is
  // wrong.
  unlink(folder + "/manifest.json")
  for (file, _) in RunTables.columns { unlink(folder + "/" + file) }
  for file in [RunScene.fileName, RunReport.fileName, ChecksumList.fileName] {
    unlink(folder + "/" + file)
  }
  let plots = folder + "/" + RunPlots.folderName
  for name in folderContents(plots) ?? [] where name.hasSuffix(".svg") || name.hasSuffix(".png") {
    unlink(plots + "/" + name)
  }
  rmdir(plots)
  for name in folderContents(folder + "/recordings") ?? [] {
    let recording = folder + "/recordings/" + name
    // A recording interrupted by a kill has hidden files, and no header yet.
    let isOurs = folderContents(recording)?.contains { name in
      name == "recording.yaml" || (name.hasPrefix(".") && name.hasSuffix(".partial"))
    }
    if isOurs == true { removeRecording(recording) }
  }
}

/// Removes a recording's files, and its folder and the one above if they are empty then.
func removeRecording(_ folder: String) {
  for name in folderContents(folder) ?? []
  where name == "recording.yaml" || name.hasSuffix(".csv")
    || (name.hasPrefix(".") && name.hasSuffix(".partial"))
  {
    unlink(folder + "/" + name)
  }
  rmdir(folder)
  rmdir(String(splitPath(folder).folder.dropLast()))
}
