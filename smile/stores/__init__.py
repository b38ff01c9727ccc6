"""Embeddings kept on disk, in which an encoder looks texts up before it encodes them."""
